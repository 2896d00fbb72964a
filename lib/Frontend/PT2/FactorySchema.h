//===- FactorySchema.h - arguments of ops that make tensors -----*- C++ -*-===//
//
// The end of the schemas of such ops, as literals that join with their neighbours.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_FACTORYSCHEMA_H
#define NEURONC_LIB_FRONTEND_PT2_FACTORYSCHEMA_H

#define FACTORY_OF(dtype) "ScalarType? dtype=" dtype ", Layout? layout=None, Device? device=None, bool? pin_memory=None"
#define FACTORY FACTORY_OF("None")
#define FACTORY_INT FACTORY_OF("4") // int64
#define FACTORY_LIKE FACTORY ", MemoryFormat? memory_format=None"

#endif // NEURONC_LIB_FRONTEND_PT2_FACTORYSCHEMA_H

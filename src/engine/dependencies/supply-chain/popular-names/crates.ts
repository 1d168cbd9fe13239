import { type PopularNames, words } from './words.ts';

/** Crates of crates.io that many projects use. */
export const crates: PopularNames = {
  popular: words(`
    actix-http actix-rt actix-web adler aes aes-gcm ahash aho-corasick ansi_term anyhow argh argon2
    arrayvec arrow askama assert_cmd async-channel async-lock async-std async-trait atty autocfg
    aws-config aws-sdk-s3 axum backtrace base64 bcrypt bevy bincode bindgen bitflags blake2 blake3 brotli
    bytes bzip2 candle-core capnp cc cfg-if cgmath chacha20poly1305 chrono ciborium clap clap_derive
    clap_lex cmake color-eyre colored combine comrak config console console_error_panic_hook const-oid
    cookie cpal crc32fast criterion crossbeam crossbeam-channel crossbeam-deque crossbeam-epoch
    crossbeam-utils crossterm csv csv-core ctrlc curl curve25519-dalek daemonize dashmap datafusion
    dialoguer diesel digest dioxus directories dirs dirs-sys dotenv dotenvy ecdsa ed25519-dalek egui
    either env_logger errno error-chain eyre failure fastrand flatbuffers flate2 flume fnv form_urlencoded
    futures futures-channel futures-core futures-io futures-sink futures-util generic-array getrandom gif
    git2 gix glam glium glob globset gtk h2 handlebars hashbrown hex hkdf hmac home html5ever http
    http-body httparse humantime hyper hyper-rustls hyper-tls hyper-util iced idna ignore image indexmap
    indicatif ini insta is-terminal isahc itertools itoa jpeg-decoder js-sys jsonwebtoken k256 k8s-openapi
    kube lalrpop lambda_runtime lazy_static leptos lettre libc libgit2-sys libsqlite3-sys linux-raw-sys
    lmdb lock_api log logos lz4 maud md-5 md5 memchr memmap2 memoffset metrics mime mime_guess minijinja
    miniz_oxide mio mockall mongodb multer mysql nalgebra native-tls ndarray nix nom notify num-bigint
    num-integer num-traits num_cpus oauth2 once_cell openssl openssl-probe openssl-sys opentelemetry
    owo-colors p256 parking_lot parking_lot_core parquet pbkdf2 percent-encoding pest pest_derive petgraph
    pico-args pin-project pin-project-lite pin-utils pkg-config png polars postcard postgres predicates
    proc-macro2 prometheus proptest prost prost-build prost-types protobuf pulldown-cmark quick-xml
    quickcheck quote rand rand_chacha rand_core ratatui rayon rayon-core redis regex regex-automata
    regex-syntax reqwest ring rmp rmp-serde rocket rocksdb rodio roxmltree rsa rusoto_core rusqlite
    rustc-hash rustc_version rustix rustls rustls-pemfile rustversion ryu same-file scopeguard scraper
    sdl2 secp256k1 select semver sentry serde serde_derive serde_json serde_urlencoded serde_with
    serde_yaml sha1 sha2 sha3 signal-hook siphasher slab sled smallvec smol socket2 spin sqlx sqlx-core
    ssh2 static_assertions structopt subtle surf syn tar tauri tch tempdir tempfile tera termcolor termion
    thiserror thiserror-impl tide time time-macros tokio tokio-macros tokio-postgres tokio-rustls
    tokio-stream tokio-util toml toml_edit tonic tonic-build tower tower-http tower-layer tower-service
    tracing tracing-core tracing-subscriber trybuild tui twox-hash typenum unicode-ident
    unicode-normalization unicode-segmentation unicode-width ureq url uuid vcpkg version_check void
    walkdir warp wasm-bindgen web-sys webpki webpki-roots wgpu winapi windows windows-sys windows-targets
    winit winnow wiremock x25519-dalek xml-rs xxhash-rust xz2 yew zeroize zip zstd zstd-sys
  `),
  neighbours: words(`
    addr2line adler2 adler32 aead aes-soft aesni async-executor async-fs async-io async-net async-process
    async-task base16 base32 bzip2-sys cc-rs ccs clap_builder clap_complete color colorchoice colors
    config-derive cookie_store crc crc32 crc64fast csvs curl-sys darling dirs-next dtoa errors foldhash
    fs2 fs4 futures-macro futures-task fxhash gimli glob-match globs globwalk h3 hex-literal homedir
    http-types httpdate httptest hyperx ignores image-webp k512 libm log4rs lz4-sys lz4_flex matchers
    matches md4 md5-asm metal mios mysql_async mysql_common ndarray-stats nix-base32 nom8 nom_locate
    notify-types num num-complex num-iter num-rational num_enum num_threads object p384 p521 parking
    parking_lot_mt pest_meta pngquant proc-macro-crate proc-macro-error proc-macro-hack prost-derive
    quick-error quote-use rand_hc rand_pcg rand_xorshift ring-compat rmpv rustc-demangle rustls-webpki
    scoped-tls select-rs serde_bytes serde_path_to_error serde_test sha-1 simd-adler32 slotmap spinning
    syn-mid tarpc tars time-core times tiny toml_datetime toml_write tonics tower-test urlencoding
    uuid-macro-internal winapi-i686-pc-windows-gnu winapi-util windows-core windows_x86_64_gnu
    windows_x86_64_msvc xxhash zips zstd-safe
  `),
};

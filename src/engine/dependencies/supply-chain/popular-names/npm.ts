import { type PopularNames, words } from './words.ts';

/** Packages of npm that many projects use. */
export const npm: PopularNames = {
  popular: words(`
    @angular/cli @angular/common @angular/core @apollo/client @aws-sdk/client-s3 @azure/identity
    @babel/cli @babel/core @babel/preset-env @babel/preset-react @babel/preset-typescript @babel/runtime
    @emotion/react @fortawesome/fontawesome-free @google-cloud/storage @mui/material @nestjs/common
    @nestjs/core @octokit/rest @prisma/client @reduxjs/toolkit @rollup/plugin-node-resolve @sentry/browser
    @sentry/node @solana/web3.js @storybook/react @sveltejs/kit @tanstack/react-query
    @testing-library/react @types/express @types/jest @types/lodash @types/node @types/react
    @typescript-eslint/eslint-plugin @typescript-eslint/parser @vitejs/plugin-react @vue/cli
    @vue/compiler-sfc accepts accounting acorn adm-zip adonis agenda agent-base ajv amqplib angular
    animate.css animejs ansi-regex ansi-styles antd apollo-client apollo-server archiver art-template
    assert async async-retry autoprefixer ava awilix aws-sdk axios babel-core babel-eslint babel-loader
    bcrypt bcryptjs better-sqlite3 big.js bignumber.js bindings bip39 bl bluebird bn.js body-parser
    bootstrap boxen browserify buffer bull bullmq bunyan busboy c8 cacache canvas cassandra-driver chai
    chalk chart.js cheerio chokidar ckeditor class-transformer class-validator classnames clean-css
    cli-table cli-table3 clone clone-deep coa codemirror color color-convert color-name colors commander
    commitlint compression concat-stream concurrently connect consola content-type cookie-parser
    cookie-session core-js cors couchdb cpy create-react-app cron cross-env cross-fetch cross-spawn
    crypto-js css-loader cssnano csv-parse cuid cypress d3 date-fns dayjs dd-trace debug decimal.js
    deep-equal deepmerge del discord.js dompurify dot dotenv draft-js drizzle-orm echarts ejs
    elasticsearch electron electron-builder elliptic elysia ember-cli end-of-stream enquirer enzyme
    esbuild escape-string-regexp escodegen eslint eslint-config-airbnb eslint-config-prettier
    eslint-plugin-import eslint-plugin-prettier eslint-plugin-react eslint-plugin-vue espree esprima
    estraverse esutils ethers event-stream eventemitter3 events exceljs execa expo express express-session
    express-validator faker fast-deep-equal fast-glob fast-xml-parser fastify feathers figlet file-loader
    finalhandler find-up firebase firebase-admin follow-redirects font-awesome forever form-data
    formidable formik framer-motion fs-extra fsevents ganache-cli gatsby glob globalize globby gm
    googleapis got graceful-fs graphql grunt gsap gulp handlebars hapi hardhat has-flag hbs helmet
    highlight.js hls.js hono html-webpack-plugin http-proxy http-proxy-agent http-proxy-middleware
    http-server https-proxy-agent husky i18next iconv-lite immer immutable inherits inquirer
    intl-messageformat inversify io-ts ioredis ip ip-regex is-buffer is-number is-plain-object is-url
    isarray isomorphic-fetch istanbul jasmine jest jimp joi jotai jquery js-yaml jscodeshift jscs jsdom
    jshint jsonwebtoken jszip kafkajs karma keccak keyv kind-of kleur knex koa koa-bodyparser koa-router
    ky langchain leaflet lerna less level leveldown lint-staged listr2 locate-path lodash lodash-es
    lodash.get lodash.merge log4js loglevel loopback lottie-web lru-cache luxon magic-string mapbox-gl
    markdown-it marked material-ui mathjs matter-js merge-deep meteor method-override micro micromatch
    mikro-orm mime mime-types mini-css-extract-plugin minimatch minimist mkdirp mobx mobx-react mocha
    moment moment-timezone monaco-editor mongodb mongoose morgan mqtt multer mustache mysql mysql2 nan
    nanoid nedb needle nestjs newrelic next nock node-cache node-cron node-fetch node-gyp node-ipc
    node-pre-gyp node-sass node-schedule nodemailer nodemailer-mock nodemon normalize.css npm-run-all
    npmlog numeral nunjucks nuxt nx nyc object-assign object-hash openai opentelemetry ora p-limit p-map
    p-queue p-retry papaparse parcel passport path-to-regexp pdfkit pg phaser picocolors picomatch pino
    pixi.js pkg-dir playwright pm2 polka polyglot popper.js postcss pouchdb prebuild-install prettier
    prisma prismjs process prom-client prompts prop-types protractor proxy-agent pug pump punycode
    puppeteer qrcode qs query-string querystring quill qunit ramda random-js rc react react-bootstrap
    react-dom react-hook-form react-i18next react-native react-query react-redux react-router
    react-router-dom react-scripts react-select react-table react-test-renderer reactstrap readable-stream
    recast recharts recoil redis redux redux-saga redux-thunk reflect-metadata regenerator-runtime request resolve
    restify retry rfdc rimraf rollup rxjs safe-buffer sails sanitize-html sass secp256k1 seedrandom
    selenium-webdriver semantic-release semantic-ui-react semver send sentry sequelize serialport serve
    serve-favicon serve-static sharp shelljs shortid showdown signale sinon slate slick-carousel snowpack
    socket.io socket.io-client solc source-map source-map-support split2 sqlite3 standard-version
    storybook string-width string_decoder strip-ansi stripe style-loader styled-components stylelint
    stylus superagent superstruct supertest supports-color svelte swc swig swiper swr tailwindcss tap tape
    tar tar-stream telegraf temp terser three through2 tinymce tmp tough-cookie trpc truffle ts-jest
    ts-loader ts-node tslib tslint tsup tsyringe turbo tweetnacl twilio typeorm typescript ua-parser-js
    uglify-js ulid underscore underscore.string unzipper url-loader url-parse usb util uuid
    validate-npm-package-name validator valtio video.js vite vitest vue vue-i18n vue-router vuex web3
    webpack webpack-cli webpack-dev-server whatwg-fetch which winston wrap-ansi ws xlsx xml2js xterm yaml
    yargs yauzl yup zod zone.js zustand
  `),
  neighbours: words(`
    accept ansi-style ansistyles asserts babel-cli babel-preset-env babel-preset-react
    babel-runtime big-integer bigi buffers chain chains clone-stats clones colord colour colour-name
    cookie cookies cors-anywhere css-tree css-what csso cssom d3-array data-urls dataloader date-now
    deep-eql deep-extend deepmerge-ts detect-indent detect-newline dot-prop dots ejs-loader emittery
    espower esquery esrecurse estree-walker events-listener expect expect-ct expres extend extends
    glob-all globs hapi-swagger has-flags hashes htmlparser2 http-parser-js ini inis ips ipx is-npm
    is-object is-regex isobject isurl jests joi-browser js-sdsl js-tokens jsdoc json5 jsonc knexy
    koa-route koa2-router level-ws levelup linkify loader-utils lodash.has lodash.isequal lodash.mergewith
    lodash.set markdown-table marked-terminal merge merge-stream merge2 mimes mysql2-promise mysqljs neo4j
    nextjs nexts node-red nth-check nunjucks-date nuxi object.assign p-all p-any p-each p-event p-filter
    p-finally p-locate p-try pkg-up pngjs pnglib preact preacts prettier-eslint pretty-ms printj processes
    pug-lexer pugs punycode.js q qs-iconv rcx react-dnd react-is react-modal react-motion reacts
    redux-form refractor regexpp regexpu rehype remark requests reselect resolve-from resolve-url resolver
    retry-axios rollup-plugin-babel rollup-plugin-node-resolve safer-buffer schema-utils seed-random
    senders slated split split-string ssri string-length string.prototype.trim strip-bom
    strip-json-comments stylis swrv tapable taps terser-webpack-plugin through through-async 
    uid unified unist uuids vfile-location vue-route vuepress walk-up-path walker which-module
    ws-heartbeat xml-js xmldoc yargs-parser yargs-unparser
  `),
};

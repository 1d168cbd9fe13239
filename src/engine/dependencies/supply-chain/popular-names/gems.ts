import { type PopularNames, words } from './words.ts';

/** Gems of RubyGems that many projects use. */
export const gems: PopularNames = {
  popular: words(`
    aasm actioncable actionmailbox actionmailer actionpack actiontext actionview active_model_serializers
    activeadmin activejob activemodel activerecord activestorage activesupport acts-as-taggable-on
    acts_as_list addressable administrate airbrake ancestry asciidoctor ast async audited awesome_print
    aws-sdk aws-sdk-core aws-sdk-s3 axlsx azure-storage bcrypt better_errors binding_of_caller bootsnap
    bootstrap bootstrap-sass brakeman bugsnag builder bundler bundler-audit byebug cancancan capistrano
    capistrano-rails capybara carrierwave celluloid chef clockwork cocoapods cocoon coderay coffee-rails
    coffee-script colorize commander concurrent-ruby config csv cucumber curb dalli database_cleaner debug
    delayed_job devise devise_invitable discard doorkeeper dotenv dotenv-rails dry-monads dry-struct
    dry-types dry-validation ed25519 elasticsearch elasticsearch-rails erubi erubis eventmachine excon
    factory_bot factory_bot_rails faker faraday fast_jsonapi fastimage fastlane ffi figaro fog fog-aws
    font-awesome-rails formtastic friendly_id geocoder gibbon github-pages good_job google-cloud-storage
    grape graphql graphql-client guard guard-rspec haml hanami highline hirb hiredis honeybadger httparty
    httpclient i18n image_processing importmap-rails irb jbuilder jekyll jekyll-feed jekyll-seo-tag
    jquery-rails json jsonapi-serializer jwt kaminari koala kramdown letter_opener liquid listen logger
    lograge mail mailchimp mechanize middleman mime-types mime-types-data mina mini_magick mini_mime
    minitest mocha money money-rails mongo mongoid msgpack multi_json multi_xml mysql2 nanoc net-imap
    net-pop net-scp net-sftp net-smtp net-ssh newrelic_rpm nio4r nokogiri octokit octopress oj omniauth
    omniauth-facebook omniauth-google-oauth2 omniauth-oauth2 optparse ox padrino pagy paint paper_trail
    paperclip paranoia parser passenger pastel pdf-reader pg pg_search prawn premailer-rails
    prometheus-client pry pry-byebug pry-rails public_suffix puma pundit puppet pygments.rb que racc rack
    rack-attack rack-cors rack-protection rack-test rails rails-i18n rails_admin railties rainbow rake
    ransack rbnacl rdoc redcarpet redis redis-rails reek refile reline resque rest-client rmagick roadie
    rolify rollbar roo rouge rspec rspec-core rspec-expectations rspec-mocks rspec-rails rspec-support
    rubocop rubocop-ast rubocop-performance rubocop-rails rubocop-rspec ruby-vips rubyzip rufus-scheduler
    sass sass-rails sassc scout_apm searchkick selenium-webdriver semantic_logger sentry-raven sentry-ruby
    sequel settingslogic shoulda shoulda-matchers shrine sidekiq simple_form simplecov sinatra skylight
    slack-ruby-client slim slop solargraph sorbet spreadsheet spring spring-watcher-listen sprockets
    sprockets-rails sqlite3 standard state_machines statsd-ruby stimulus-rails stripe sucker_punch
    terminal-table terser test-unit thin thor timecop trestle tty-prompt turbo-rails turbolinks
    twilio-ruby twitter typhoeus tzinfo uglifier unicorn vagrant vcr warden web-console webmock webpacker
    webrick whenever wicked_pdf will_paginate xcodeproj yajl-ruby yard zeitwerk zip
  `),
  neighbours: words(`
    activerecord-import bcrypt_pbkdf builders guards haml-rails haml_lint io-console io-event json-jwt
    json_pure jsons listens mails mini_portile2 minitest-reporters money-open mongo_mapper mongoid-rspec
    multipart-post oauth oauth2 omniauth-rails_csrf_protection ox-rails pp pry-doc pry-remote psych
    puma_worker_killer rack-mini-profiler rails-dom-testing rails-html-sanitizer rakes rbtree redis-client
    redis-objects redis-store rotp rqrcode rspec-html-matchers rspec-its ruby-prof ruby2_keywords rubyzips
    sass-embedded sass-listen sassc-rails set-cookie slim-rails slim_lint spoon springs stringio
    terser-ruby test-prof thin-rails thread_safe tilt timers tzinfo-data unf unf_ext zip-zip zipline zips
  `),
};

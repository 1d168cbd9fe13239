import type { Graded } from './graded.ts';

/**
 * Questions about endpoints of `test/fixtures/search`, as people ask them, written before any result was seen. An endpoint is told
 * as `repository METHOD /path AUTHENTICATION`.
 */
export const endpointQueries: readonly Graded[] = [
  {
    query: 'is the /tools/ping endpoint authenticated?',
    best: [/ \/tools\/ping /],
    some: [/ \/support\/atm /],
  },
  {
    query: 'file upload',
    best: [/ POST (?:\/media\/(?:pictures|avatar)|\/api\/documents\/(?:scan|identity)) /],
    some: [/ \/media\/files| \/api\/documents\/(?:import|sepa)/],
  },
  {
    query: 'public file upload',
    best: [/ POST \/media\/pictures NONE/],
    good: [/ POST (?:\/media\/avatar|\/api\/documents\/(?:scan|identity)) /],
    some: [/ NONE$/],
  },
  {
    query: 'where can users log in?',
    best: [/ POST (?:\/account\/login|\/login|\/signin|\/api\/staff\/token) /],
    good: [/ \/login\/otp | \/account\/token /],
    some: [/ \/(?:account\/logout|signout|account\/register|account\/forgot-password) /],
  },
  { query: 'password reset', best: [/ \/account\/forgot-password /] },
  { query: 'forgotten password', best: [/ \/account\/forgot-password /] },
  {
    query: 'sign up for a new account',
    best: [/ POST \/account\/register /],
    some: [/ POST \/api\/accounts /],
  },
  { query: 'logout', best: [/ POST (?:\/account\/logout|\/signout) /] },
  { query: 'health check', best: [/ GET (?:\/healthz|\/status) /], some: [/ \/tools\/metrics /] },
  { query: 'monitoring', best: [/ GET \/tools\/metrics /], good: [/ GET (?:\/healthz|\/status) /] },
  {
    query: 'who can delete users?',
    best: [/ DELETE \/admin\/users\/:id /],
    good: [/ DELETE \/api\/patients\//],
    some: [/ GET \/admin\/users /],
  },
  { query: 'admin functions', best: [/ \/admin\//], some: [/ (?:\/api\/v1\/)?\/?reminders/] },
  {
    query: 'credit card payment',
    best: [/ POST \/orders\/:id\/pay /],
    good: [/ \/webhooks\/stripe | \/invoices\/\S*pay/],
  },
  { query: 'webhooks', best: [/ \/webhooks\//] },
  {
    query: 'endpoints called by the payment provider',
    best: [/ POST \/webhooks\/stripe /],
    some: [/ \/webhooks\/shipping | \/orders\/:id\/pay /],
  },
  { query: 'endpoints without authentication in the clinic', best: [/^clinic .* NONE$/], some: [/^clinic /] },
  { query: 'which endpoints have no authentication?', best: [/ NONE$/] },
  { query: 'unauthenticated POST endpoints', best: [/ POST \S+ NONE$/], some: [/ NONE$/] },
  {
    query: 'patient data',
    best: [/^clinic \w+ \/api\/patients/],
    some: [/^clinic .*\/api\/documents\/scan/],
  },
  {
    query: 'medical records',
    best: [/^clinic GET \/api\/patients\/\{patient_id\} /],
    good: [/^clinic \w+ \/api\/patients/],
  },
  { query: 'GDPR erasure', best: [/^clinic DELETE \/api\/patients\//] },
  {
    query: 'book an appointment',
    best: [/^clinic POST \/api\/appointments\/? /],
    good: [/^clinic \w+ \/api\/appointments/],
  },
  { query: 'bank transfer', best: [/^bank POST \/api\/transfers /], good: [/^bank \w+ \/api\/transfers/] },
  {
    query: 'two factor authentication',
    best: [/ POST \/login\/otp /],
    good: [/ \/api\/transfers\/tan /],
    some: [/ POST \/login /],
  },
  {
    query: 'account balance',
    best: [/^bank GET \/api\/accounts\/\{iban\} /],
    good: [/^bank \w+ \/api\/accounts/],
  },
  { query: 'freeze account fraud', best: [/ \/api\/accounts\/\{iban\}\/freeze /] },
  {
    query: 'download a PDF statement',
    best: [/^bank GET \/api\/documents\/pdf /],
    good: [/ GET (?:\/api\/documents\/download|\/api\/accounts\/\{iban\}\/statements) /],
    some: [/ \/api\/documents\/convert /],
  },
  {
    query: 'product search',
    best: [/ GET \/catalog\/search /],
    good: [/ GET \/catalog\/products/],
    some: [/ GET \/wiki\/find /],
  },
  {
    query: 'customer reviews',
    best: [/ \/catalog\/products\/:id\/reviews /],
    some: [/ POST \/media\/pictures /],
  },
  { query: 'csv export', best: [/ \/?export\/csv/], good: [/ \/?export\//] },
  { query: 'spreadsheet of invoices', best: [/ \/?export\/csv/], good: [/^invoicing .*invoices/] },
  { query: 'XML import', best: [/ POST \/api\/documents\/(?:import|sepa) /] },
  { query: 'backups', best: [/ POST \/admin\/backup /], some: [/ POST \/api\/documents\/restore /] },
  { query: 'change feature flags', best: [/ PUT \/admin\/settings /] },
  { query: 'salaries of employees', best: [/ \/employees\/<name>\/salary /], good: [/ \/employees /] },
  { query: 'server logs', best: [/ \/tools\/logs /] },
  { query: 'newsletter signup', best: [/ \/?newsletter\/subscribe/] },
  { query: 'invoice API', best: [/^invoicing .*(?:api\/v1\/)?invoices/], some: [/^invoicing /] },
  { query: 'tax report for the accountant', best: [/ \/?tax\/report/], some: [/ \/admin\/reports\/sales /] },
  {
    query: 'Wo werden Dateien hochgeladen?',
    best: [/ POST (?:\/media\/(?:pictures|avatar)|\/api\/documents\/(?:scan|identity)) /],
    some: [/ \/media\/files/],
  },
  { query: 'Endpunkte ohne Anmeldung', best: [/ NONE$/] },
  { query: 'Passwort zurücksetzen', best: [/ \/account\/forgot-password /] },
  { query: 'Welche Endpunkte löschen Daten?', best: [/ DELETE /] },
  { query: 'pasword forgoten', best: [/ \/account\/forgot-password /] },
  {
    query: 'shipping status of a parcel',
    best: [/ GET \/orders\/:id\/tracking /],
    good: [/ POST \/webhooks\/shipping /],
  },
  { query: 'edit a wiki page', best: [/ PUT \/wiki\/<page> /], good: [/ \w+ \/wiki\/<page>/] },
];

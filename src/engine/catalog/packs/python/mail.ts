import { definePack } from '../../pack.ts';
import type { Condition } from '../../schema.ts';
import { argument, makes, members, sanitizers, sinks } from './rows.ts';

/** Readers of mails show less than a browser does, but links and forms they show. */
const body = { confidence: 60 };
const isHtml = (input: string, pattern = '^html$'): Condition[] => [
  { input, matches: pattern, ignoreCase: true },
];

export const mail = definePack({
  id: 'python/mail',
  languages: ['python'],
  title: 'Mails in HTML',
  provenance:
    'Python library documentation: email; Django, Flask-Mail, Flask-Mailman, SendGrid, Resend and boto3 documentation',
  rows: [
    ...sinks(
      'xss',
      'Argument[html_message]',
      [
        ...members('django.core.mail', 'send_mail mail_admins mail_managers'),
        ...members('flask_mailman', 'send_mail'),
      ],
      body,
    ),
    ...makes('django.core.mail.EmailMultiAlternatives', [
      'django.core.mail.EmailMultiAlternatives',
      'django.core.mail.message.EmailMultiAlternatives',
      'flask_mailman.EmailMultiAlternatives',
    ]),
    ...sinks('xss', argument(0, 'content'), ['django.core.mail.EmailMultiAlternatives.attach_alternative'], {
      ...body,
      when: isHtml(argument(1, 'mimetype'), '^text/html'),
    }),

    ...makes('flask_mail.Mail', ['flask_mail.Mail']),
    ...makes('flask_mail.Message', ['flask_mail.Message']),
    ...sinks('xss', 'Argument[html]|Argument[4]', ['flask_mail.Message'], body),
    ...sinks('xss', 'Argument[html]', ['flask_mail.Mail.send_message'], body),
    ...sinks('xss', 'Argument[0]', ['flask_mail.Message.html'], body),

    ...sinks(
      'xss',
      'Argument[html_content]|Argument[4]',
      ['sendgrid.helpers.mail.Mail', 'sendgrid.Mail'],
      body,
    ),
    ...makes(
      'sendgrid.helpers.mail.Content',
      members('sendgrid.helpers.mail', 'Content HtmlContent PlainTextContent Mail'),
    ),
    ...sinks('xss', 'Argument[0]', ['sendgrid.helpers.mail.HtmlContent'], body),
    ...sinks('xss', argument(1, 'content'), ['sendgrid.helpers.mail.Content'], {
      ...body,
      when: isHtml(argument(0, 'mime_type'), '^text/html'),
    }),
    ...sinks('xss', 'Argument[0].html', ['resend.Emails.send'], body),
    ...sinks('xss', 'Argument[Message].Body.Html.Data', ['boto3.Client.send_email'], body),

    ...sinks('xss', argument(0, '_text'), ['email.mime.text.MIMEText'], {
      ...body,
      when: isHtml(argument(1, '_subtype')),
    }),
    // The library refuses line breaks in headers.
    ...sanitizers(['header-injection'], members('*', 'as_string as_bytes'), { input: 'Receiver' }),
    ...makes('email.message.EmailMessage', ['email.message.EmailMessage']),
    ...sinks('xss', 'Argument[0]', members('email.message.EmailMessage', 'set_content add_alternative'), {
      ...body,
      when: isHtml('Argument[subtype]'),
    }),
  ],
});

import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, subtypes } from './rows.ts';

const template = { what: 'a template' };

const thymeleaf = [
  'org.thymeleaf.TemplateEngine',
  'org.thymeleaf.ITemplateEngine',
  'org.thymeleaf.spring5.SpringTemplateEngine',
  'org.thymeleaf.spring6.SpringTemplateEngine',
];

/** Template engines. */
export const templates = definePack({
  id: 'java/templates',
  languages: ['java'],
  title: 'Templates',
  provenance: 'Library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...subtypes({
      'org.apache.velocity.app.VelocityEngine': ['org.apache.velocity.app.Engine'],
      'org.apache.velocity.runtime.resource.util.StringResourceRepositoryImpl': [
        'org.apache.velocity.runtime.resource.util.StringResourceRepository',
      ],
      ...Object.fromEntries(
        of(
          'groovy.text',
          'SimpleTemplateEngine GStringTemplateEngine StreamingTemplateEngine XmlTemplateEngine markup.MarkupTemplateEngine',
        ).map((type) => [type, ['groovy.text.TemplateEngine']]),
      ),
    }),
    ...sinks(
      'template-injection',
      'Argument[1]',
      [
        'freemarker.cache.StringTemplateLoader.putTemplate',
        'org.apache.velocity.runtime.resource.util.StringResourceRepository.putStringResource',
      ],
      template,
    ),
    // Between the name and the text may stand the name of a file.
    ...sinks('template-injection', 'Argument[1]', ['freemarker.template.Template'], {
      ...template,
      when: [{ input: 'Argument[2]', type: 'java.io.Reader', not: true, orUnknown: true }],
    }),
    ...sinks('template-injection', 'Argument[2]', ['freemarker.template.Template'], {
      ...template,
      when: [{ input: 'Argument[2]', type: 'java.io.Reader' }],
    }),
    // Engines read whatever file a name leads to.
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        'com.mitchellbosecke.pebble.PebbleEngine.getTemplate',
        'io.pebbletemplates.pebble.PebbleEngine.getTemplate',
      ],
      { what: 'the name of a template', confidence: 60 },
    ),
    ...sinks(
      'template-injection',
      'Argument[3]',
      ['org.apache.velocity.app.Velocity.evaluate', 'org.apache.velocity.app.VelocityEngine.evaluate'],
      template,
    ),
    ...sinks(
      'template-injection',
      'Argument[2]',
      ['org.apache.velocity.app.Velocity.evaluate', 'org.apache.velocity.app.VelocityEngine.evaluate'],
      { ...template, confidence: 30, when: [{ input: 'Argument[3]', absent: true }] },
    ),
    ...sinks(
      'template-injection',
      'Argument[0]',
      [
        'org.apache.velocity.runtime.RuntimeServices.parse',
        'com.mitchellbosecke.pebble.PebbleEngine.getLiteralTemplate',
        'io.pebbletemplates.pebble.PebbleEngine.getLiteralTemplate',
        'com.hubspot.jinjava.Jinjava.render',
        'com.hubspot.jinjava.Jinjava.renderForResult',
        'org.stringtemplate.v4.ST',
        'org.stringtemplate.v4.STGroupString',
        'com.github.jknack.handlebars.Handlebars.compileInline',
        'com.samskivert.mustache.Mustache.Compiler.compile',
        ...thymeleaf.flatMap((type) => of(type, 'process processThrottled')),
        'groovy.text.TemplateEngine.createTemplate',
        'org.apache.velocity.runtime.RuntimeSingleton.parse',
        'org.beetl.core.GroupTemplate.getTemplate',
        'com.jfinal.template.Engine.getTemplateByString',
        'io.quarkus.qute.Engine.parse',
        'io.quarkus.qute.Qute.fmt',
      ],
      template,
    ),
    // What a template is made from has done its harm by then.
    ...neutrals([
      'freemarker.template.Template',
      'groovy.text.TemplateEngine.createTemplate',
      'io.quarkus.qute.Engine.parse',
      'com.github.jknack.handlebars.Handlebars.compileInline',
      'com.samskivert.mustache.Mustache.Compiler.compile',
      'io.pebbletemplates.pebble.PebbleEngine.getLiteralTemplate',
    ]),
    // Markup that a template writes as it is.
    ...sinks('xss', 'Argument[0]', ['io.quarkus.qute.RawString'], {
      what: 'markup that is not escaped',
    }),
  ],
});

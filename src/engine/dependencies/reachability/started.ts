import { packageOf } from './module-paths.ts';
import type { PackageReference } from './symbols.ts';

/** Decorators and annotations by their package: what they stand on is a command, a job, a listener, or runs when the program starts. */
const decorators: Readonly<Record<string, RegExp>> = {
  celery: /^(?:task|shared_task|periodic_task|on_after_configure)$/,
  click: /^(?:command|group)$/,
  typer: /^(?:command|callback)$/,
  huey: /^(?:task|periodic_task|db_task|db_periodic_task)$/,
  dramatiq: /^actor$/,
  apscheduler: /^scheduled_job$/,
  django: /^(?:receiver|register)$/,
  invoke: /^task$/,
  fabric: /^task$/,
  rq: /^job$/,
  prefect: /^(?:flow|task)$/,
  airflow: /^(?:task|dag)$/,
  dagster: /^(?:op|asset|job|sensor|schedule)$/,
  faust: /^(?:agent|timer|task)$/,
  '@nestjs/schedule': /^(?:Cron|Interval|Timeout)$/,
  '@nestjs/event-emitter': /^OnEvent$/,
  '@nestjs/bull': /^(?:Process|OnQueue\w+)$/,
  'org.springframework':
    /^(?:Scheduled|EventListener|TransactionalEventListener|KafkaListener|RabbitListener|RabbitHandler|JmsListener|Bean|StreamListener|SqsListener)$/,
  'io.micronaut': /^(?:Scheduled|EventListener|KafkaListener|Topic)$/,
  'io.quarkus': /^(?:Scheduled|ConsumeEvent)$/,
  'jakarta.annotation': /^PostConstruct$/,
  'javax.annotation': /^PostConstruct$/,
  'jakarta.ejb': /^(?:Schedule|Timeout)$/,
  'javax.ejb': /^(?:Schedule|Timeout)$/,
};

/** Methods that run a class by its base: what extends it is a command, a job or a task that somebody starts by name. */
const bases: Readonly<Record<string, string>> = {
  'django.core.management.base.BaseCommand': 'handle',
  'django.core.management.BaseCommand': 'handle',
  'org.springframework.boot.CommandLineRunner': 'run',
  'org.springframework.boot.ApplicationRunner': 'run',
  'org.quartz.Job': 'execute',
  'org.springframework.scheduling.quartz.QuartzJobBean': 'executeInternal',
  'picocli.CommandLine': 'call',
};

const namesOf = ({ module, path }: PackageReference): readonly string[] => [...module.split('.'), ...path];

/** Whether a framework starts what stands under the decorator, with no request of a client's. */
export function startsByDecorator(reference: PackageReference): boolean {
  const names = namesOf(reference).filter((name) => name !== '()');
  const last = names.at(-1) ?? '';
  for (const holder of [packageOf(reference.module), names[0] ?? '', names.slice(0, 2).join('.')]) {
    const pattern = Object.hasOwn(decorators, holder) ? decorators[holder] : undefined;
    if (pattern?.test(last)) return true;
  }
  return false;
}

/** The method by which a framework starts what extends a class; undefined where it is not known to start any. */
export function startedMethod(base: PackageReference): string | undefined {
  const name = namesOf(base).join('.');
  return Object.hasOwn(bases, name) ? bases[name] : undefined;
}

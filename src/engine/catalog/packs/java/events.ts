import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { containers, subtypes, types } from './rows.ts';

/** Events that one part of a program publishes and others are told of: Spring, Micronaut, CDI, Guava. */
export const events = definePack({
  id: 'java/events',
  languages: ['java'],
  title: 'Events',
  provenance: 'Spring Framework, Micronaut, Jakarta CDI and Guava documentation.',
  rows: [
    { kind: 'alias', api: 'jakarta.enterprise', of: 'javax.enterprise' },
    ...[
      'org.springframework.context.event.EventListener',
      'org.springframework.transaction.event.TransactionalEventListener',
      'org.springframework.modulith.events.ApplicationModuleListener',
      'io.micronaut.runtime.event.annotation.EventListener',
      'javax.enterprise.event.Observes',
      'javax.enterprise.event.ObservesAsync',
      'com.google.common.eventbus.Subscribe',
      'org.greenrobot.eventbus.Subscribe',
    ].map((decorator): RowInput => ({ kind: 'subscriber', decorator })),
    ...[
      'org.springframework.context.ApplicationListener',
      'io.micronaut.context.event.ApplicationEventListener',
    ].map((type): RowInput => ({ kind: 'subscribed', type, method: 'onApplicationEvent' })),
    ...subtypes({
      'org.springframework.context.ApplicationContext': [
        'org.springframework.context.ApplicationEventPublisher',
        'org.springframework.core.io.ResourceLoader',
      ],
      'org.springframework.context.ConfigurableApplicationContext': [
        'org.springframework.context.ApplicationContext',
      ],
      'com.google.common.eventbus.AsyncEventBus': ['com.google.common.eventbus.EventBus'],
    }),
    ...types({ 'org.greenrobot.eventbus.EventBus.getDefault': 'org.greenrobot.eventbus.EventBus' }),
    ...containers('publish', [
      'org.springframework.context.ApplicationEventPublisher.publishEvent',
      'org.springframework.context.event.ApplicationEventMulticaster.multicastEvent',
      'io.micronaut.context.event.ApplicationEventPublisher.publishEvent',
      'io.micronaut.context.event.ApplicationEventPublisher.publishEventAsync',
      'javax.enterprise.event.Event.fire',
      'javax.enterprise.event.Event.fireAsync',
      'com.google.common.eventbus.EventBus.post',
      'org.greenrobot.eventbus.EventBus.post',
    ]),
  ],
});

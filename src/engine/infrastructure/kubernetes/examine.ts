import type { LocatedValue } from '../../files/structured/value.ts';
import type { Hit, Rule } from '../rule.ts';
import { clusterRules } from './cluster-rules.ts';
import { componentRules } from './component-rules.ts';
import { containerRules, type Place } from './container-rules.ts';
import { podRules } from './pod-rules.ts';
import { type KubernetesObject, objectsOf, podOf } from './pods.ts';

const ofContainers = [...containerRules, ...componentRules];

export const kubernetesRules: readonly Rule[] = [...ofContainers, ...podRules, ...clusterRules];

/** Returns the issues of the objects in a document of a manifest. @param isPart whether they only change objects of elsewhere */
export const examineManifest = (root: LocatedValue, text: string, isPart = false): readonly Hit[] =>
  objectsOf(root, isPart).flatMap((object) => examineObject(object, text));

/** Returns the issues of one object. */
export function examineObject(object: KubernetesObject, text: string): readonly Hit[] {
  const pod = podOf(object);
  const hits = clusterRules
    .filter(({ kinds }) => kinds.test(object.kind))
    .flatMap((rule) => made(rule, rule.find(object), object.shownName));
  if (!pod) return hits;
  return [
    ...hits,
    ...podRules.flatMap((rule) => made(rule, rule.find(pod, text), object.shownName)),
    ...pod.containers.flatMap((container) =>
      ofContainers.flatMap((rule) => made(rule, rule.find(container, text), container.subject)),
    ),
  ];
}

const made = (rule: Rule, places: readonly Place[], subject: string): readonly Hit[] =>
  places.map(({ at, message, fix }) => ({
    ...{ rule, at: at.start, end: at.end, message, subject },
    ...(fix && { fix }),
  }));

import type { FlowSource } from '../../finding.ts';
import {
  defaultThreatModels,
  meant,
  switchedOff,
  type Threat,
  type ThreatModel,
  threats,
} from '../../threat-models.ts';
import { weaknesses } from '../../weaknesses/index.ts';
import type { Hit } from '../interpreter/machine.ts';
import { everyClass, type Mask, maskOf } from '../values/masks.ts';
import { followsText } from '../values/path-places.ts';

const always = new Set(weaknesses.flatMap((entry) => (entry.always ? [entry.id] : [])));
const ofCallers = new Map(weaknesses.map((entry) => [entry.id, entry.library]));

/** What arguments of a library's functions make. */
const argumentsMake = (vulnClass: string, isBuilt: boolean): 'low' | 'none' | undefined =>
  ofCallers.get(vulnClass)?.[isBuilt ? 'built' : 'whole'];
const taking = new Map(weaknesses.map((entry) => [entry.id, new Set<ThreatModel>(entry.threatModels)]));

/** Which data makes which class an issue. */
export type Counting = Pick<CountedSources, 'takes' | 'harmless'>;

/** Which data makes which weakness an issue, in a scan with these threat models switched on. */
export class CountedSources {
  readonly #on: ReadonlySet<ThreatModel>;
  /** By model, the weaknesses that its data is none of. */
  readonly #without = new Map<ThreatModel, Mask>();

  constructor(on: readonly ThreatModel[] = defaultThreatModels) {
    this.#on = new Set(on);
    for (const model of Object.keys(threats) as ThreatModel[])
      this.#without.set(
        model,
        everyClass.without(
          maskOf(weaknesses.flatMap(({ id }) => (this.#takes(id, model, undefined) ? [id] : []))),
        ),
      );
  }

  #takes(
    vulnClass: string,
    model: ThreatModel,
    own: readonly string[] | undefined,
    isStored = false,
  ): boolean {
    if (!taking.get(vulnClass)?.has(model)) return false;
    return isStored || this.#on.has(model) || (own ? own.includes(vulnClass) : always.has(vulnClass));
  }

  /**
   * Whether data of this source makes the class an issue.
   * @param isBuilt see the function of that name
   */
  takes(vulnClass: string, { threatModel, alwaysFor, isStored }: FlowSource, isBuilt: boolean): boolean {
    if (threatModel === 'library' && argumentsMake(vulnClass, isBuilt) === 'none') return false;
    return this.#takes(vulnClass, threatModel, alwaysFor, isStored);
  }

  /** The classes that data of the source is no issue of: it need not be followed for them. */
  harmless({ threatModel, alwaysFor, isStored }: FlowSource): Mask {
    if (isStored)
      return everyClass.without(
        maskOf(weaknesses.flatMap(({ id }) => (this.#takes(id, threatModel, undefined, true) ? [id] : []))),
      );
    if (alwaysFor === undefined || this.#on.has(threatModel))
      return this.#without.get(threatModel) ?? everyClass;
    return everyClass.without(maskOf(alwaysFor));
  }

  /** How an issue of the class with this data stands to one with data of a client. */
  threat(vulnClass: string, { threatModel, alwaysFor, isStored }: FlowSource, isBuilt: boolean): Threat {
    const isMeant = threatModel === 'library' && argumentsMake(vulnClass, isBuilt) === 'low';
    const isOn = this.#on.has(threatModel) || alwaysFor?.includes(vulnClass) === true;
    const threat = isMeant ? worse(threats.library, meant) : threats[threatModel];
    // That the same row is read that was written is likely, and no more.
    if (isStored) return { ...threat, doubt: threat.doubt + switchedOff.doubt };
    return isOn ? threat : worse(threat, switchedOff);
  }
}

const worse = (threat: Threat, by: Pick<Threat, 'doubt' | 'atMost'>): Threat => ({
  ...threat,
  doubt: threat.doubt + by.doubt,
  atMost: Math.min(threat.atMost, by.atMost),
});

/** Whether the program puts data that arrives somewhere into a text of its own, or below a folder. */
export const isBuilt = ({ built }: Pick<Hit, 'built'>, cleared: Mask | undefined): boolean =>
  built === true || (cleared !== undefined && followsText(cleared));

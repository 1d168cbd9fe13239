import type { Analyst } from './analyst/analyst.ts';
import { deterministicAnalyst } from './analyst/deterministic/analyst.ts';

/** Who answers in an organization at present. */
export async function chooseAnalyst(_organizationId: string): Promise<Analyst> {
  return deterministicAnalyst;
}

import type { Core } from '../../core/context.ts';
import type { AnswerEvent } from '../../models/answer-event.ts';
import { filesRead } from '../../models/files-read.ts';
import { isListening } from '../../models/listening.ts';
import type { ModelRegistry } from '../../models/model-registry.ts';
import { isAgreed } from '../../models/models.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Analyst } from './analyst.ts';

type Choosing = Pick<Core, 'db'> & Pick<ServiceCore, 'runner' | 'workingCopies'>;

/** The language model where one is connected and may be sent the code; else the deterministic analyst, which says so. */
export async function chooseAnalyst(
  core: Choosing,
  models: ModelRegistry,
  organizationId: string,
  repositoryId: string | null,
): Promise<Analyst> {
  const known = models.of(organizationId);
  if (!known) return await deterministic();
  const { model, connection } = known;
  if (known.isBridge && !(await isListening(connection))) {
    models.disconnect(organizationId);
    return noting(
      await deterministic(),
      `*The editor's window that offered the language model ${plain(model.title)} is closed: this answer is without it. Connect it again from a window that is open.*`,
    );
  }
  if (!(await isAgreed(core, organizationId, repositoryId, model))) {
    return noting(
      await deterministic(),
      `*A language model is connected (${plain(model.title)} at ${new URL(model.baseUrl).host}). It is not asked before somebody agreed that code ${repositoryId === null ? 'of all repositories' : 'of this repository'} is sent there: this answer is without it.*`,
    );
  }
  const { modelAnalyst } = await import('./model/analyst.ts');
  return modelAnalyst({
    connection,
    contextTokens: model.contextTokens,
    keepsToRepository: model.isRemote,
    mayRead: await filesRead(core, organizationId, repositoryId),
  });
}

/** Loaded with the first job that it answers. */
async function deterministic(): Promise<Analyst> {
  return (await import('./deterministic/analyst.ts')).deterministicAnalyst;
}

/** An analyst that says something more at the end, once in a conversation. */
function noting(analyst: Analyst, note: string): Analyst {
  return {
    ...analyst,
    answer: async function* (turn, signal): AsyncGenerator<AnswerEvent, void> {
      yield* analyst.answer(turn, signal);
      const isSaid = turn.history.some(({ parts }) =>
        parts.some((part) => part.type === 'text' && part.text.includes(note)),
      );
      if (!isSaid) yield { type: 'text', text: `\n\n${note}` };
    },
  };
}

function plain(title: string): string {
  return title.replace(/[*_`[\]<>]/g, '');
}

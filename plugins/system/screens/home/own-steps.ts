import type { CollectionDeclaration, PluginContext, SignedRequest } from '@waypost/sdk';
import type { OwnStep } from './calls.ts';
import { readActions, readCodes } from './read-home.ts';

/** What somebody did with the first steps on the dashboard. */
interface HomeSteps {
  /** Id of the account. */
  _id: string;
  /** Opened the way to print or share a code. */
  shared_time?: Date;
  /** Put the steps away. */
  hidden_time?: Date;
}

const COLLECTION: CollectionDeclaration<HomeSteps> = {
  name: 'home_steps',
  onUninstall: 'drop',
  fields: { _id: String, shared_time: Date, hidden_time: Date },
};
export const homeStepsOf = (context: Pick<PluginContext, 'collection'>) => context.collection(COLLECTION);

/** What is found of somebody who begins. */
interface Found {
  /** Whether they may make a code. */
  mayMake: boolean;
  /** Screen of the newest code; undefined: there is none, null: they may not see codes. */
  newest: string | null | undefined;
  wasShared: boolean;
  wasVisited: boolean;
  hasSecondFactor: boolean;
}

/** Steps in their order, each with whether it is done; nothing that the person may not do. */
export function stepsOf({ mayMake, newest, wasShared, wasVisited, hasSecondFactor }: Found): OwnStep[] {
  const hasCode = typeof newest === 'string';
  const begins = hasCode || (mayMake && newest === undefined);
  const codeSteps: OwnStep[] = begins
    ? [
        { name: 'code', is_done: hasCode, screen: hasCode ? newest : 'set_qr_code' },
        { name: 'share', is_done: wasShared || wasVisited, screen: newest ?? null },
        { name: 'visit', is_done: wasVisited, screen: newest ?? null },
      ]
    : [];
  return [
    ...codeSteps,
    { name: 'second_factor', is_done: hasSecondFactor, screen: 'update_password?tab=second_factor' },
  ];
}

/** The caller's first steps; none once they are done or put away. */
export async function readOwnSteps(context: PluginContext, request: SignedRequest): Promise<OwnStep[]> {
  const { id } = request.caller;
  const known = await homeStepsOf(context).findById(id).lean();
  if (known?.hidden_time) return [];
  const [actions, codes, firstDay, factor] = await Promise.all([
    readActions(context, request),
    readCodes(context, request, { isOwn: true }),
    context.visits.firstDay({ owner: id }),
    context.identity.secondFactor.state(id),
  ]);
  const steps = stepsOf({
    mayMake: actions.some(({ route }) => route === 'set_qr_code'),
    newest: codes === undefined ? null : codes.recent[0]?.screen,
    wasShared: known?.shared_time !== undefined,
    wasVisited: firstDay !== undefined,
    hasSecondFactor: factor.is_on,
  });
  return steps.every(({ is_done }) => is_done) ? [] : steps;
}

/** Notes what somebody did with them. */
export async function noteOwnStep(
  context: PluginContext,
  what: 'shared' | 'hidden',
  request: SignedRequest,
): Promise<void> {
  await homeStepsOf(context).updateOne(
    { _id: request.caller.id },
    { $set: { [`${what}_time`]: context.clock.date() } },
    { upsert: true },
  );
}

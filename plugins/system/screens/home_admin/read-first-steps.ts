import { addressReason } from '@waypost/contract';
import { FIRST_STEP_POINT, type FirstStepContribution, type SignedRequest } from '@waypost/sdk';
import type { BackupFacts, PlatformContext, PublicAddressFacts, TimeZoneFacts } from '@waypost/sdk/platform';
import { countCodes } from '../configuration/routes.ts';
import type { FirstSteps, PluginStep, Step } from './calls.ts';

const HOUR_MS = 3_600_000;

type Found = Pick<Step, 'state' | 'said'>;

/** What a new installation still needs. Only super administrators are shown steps. */
export async function readFirstSteps(
  context: PlatformContext,
  { page, freshHours }: { page: string; freshHours: number },
  request: SignedRequest,
): Promise<FirstSteps> {
  const { installation } = context;
  const [backup, codes, hidden] = await Promise.all([
    installation.lastBackup(),
    countCodes(context, request),
    installation.hiddenSteps(),
  ]);
  const public_address = installation.publicAddress();
  const time_zone = installation.timeZone();
  const found: Record<Step['name'], Found> = {
    public_address: findAddress(public_address),
    time_zone: findTimeZone(time_zone),
    proxy: findProxy({ seenAt: request.address, page }),
    backup: findBackup({
      backup,
      hasOwnDatabase: installation.hasOwnDatabase(),
      now: context.clock.now(),
      freshHours,
    }),
    code: codes > 0 ? { state: 'done', said: 'made' } : { state: 'to_do', said: 'none' },
  };
  const steps = Object.entries(found).map(([name, { state, said }]) => ({
    name: name as Step['name'],
    state,
    said,
    is_hidden: state === 'to_do' && hidden[name] === said,
  }));
  const plugin_steps = request.caller.isSuper ? await readPluginSteps(context, hidden, request) : [];
  if (request.caller.isSuper)
    // What was put right and goes wrong again is shown again.
    for (const { name, state } of steps)
      if (state !== 'to_do' && hidden[name]) await installation.hideStep(name, '');
  return {
    steps: request.caller.isSuper ? steps : [],
    plugin_steps,
    public_address,
    time_zone,
    seen_at: request.address,
    backup_time: backup?.time ?? null,
  };
}

/** The name under which a step is put away: that of a contribution has a dot, which is a path where it is kept. */
export const hiddenName = (name: string): string => name.replaceAll('.', '/');

/** What plugins have contributed. One that cannot be read is left out: the others count. */
async function readPluginSteps(
  context: PlatformContext,
  hidden: Readonly<Record<string, string>>,
  { translate }: SignedRequest,
): Promise<PluginStep[]> {
  const found = await context.points.contributions<FirstStepContribution>(FIRST_STEP_POINT);
  const steps = await Promise.all(
    found.map(async ({ name, contribution: { title, text, action, screen, isDone } }) => {
      try {
        const is_done = await isDone();
        const is_hidden = !is_done && hidden[hiddenName(name)] !== undefined;
        const words = { title: translate(title), text: translate(text), action: translate(action) };
        return { name, ...words, screen, is_done, is_hidden };
      } catch (error) {
        context.log.warn({ error, name }, 'a first step could not be read');
        return undefined;
      }
    }),
  );
  return steps.filter((step) => step !== undefined);
}

export function findAddress({ reason }: Pick<PublicAddressFacts, 'reason'>): Found {
  return reason === null ? { state: 'done', said: 'ok' } : { state: 'to_do', said: reason };
}

export function findTimeZone({ source, is_open }: Pick<TimeZoneFacts, 'source' | 'is_open'>): Found {
  return is_open && source === 'first'
    ? { state: 'to_do', said: 'first' }
    : { state: 'done', said: 'chosen' };
}

/**
 * Whether the server sees people or the proxy before it: somebody who opens a public address, and is believed to be on
 * this machine or in its network, is not there.
 */
export function findProxy({ seenAt, page }: { seenAt: string; page: string }): Found {
  const seen = reachOf(seenAt.includes(':') ? `https://[${seenAt}]` : `https://${seenAt}`);
  if (seen === undefined) return { state: 'done', said: 'seen' };
  const opened = reachOf(page.replace(/^http:/i, 'https:'));
  // Who opens an address of the network is in it, or on this machine.
  if (opened === 'loopback' || (opened === 'private' && seen === 'private'))
    return { state: 'not_needed', said: 'here' };
  return { state: 'to_do', said: 'proxy' };
}

export function findBackup(given: {
  backup: BackupFacts | undefined;
  hasOwnDatabase: boolean;
  now: number;
  /** Above this age it is one that nobody makes regularly, as the monitor has it; 0: however old. */
  freshHours: number;
}): Found {
  const { freshHours } = given;
  // It may be backed up where it is; once it has been here, it is to go on.
  if (given.backup === undefined)
    return given.hasOwnDatabase
      ? { state: 'not_needed', said: 'own_database' }
      : { state: 'to_do', said: 'none' };
  const isOld = freshHours > 0 && given.now - Date.parse(given.backup.time) > freshHours * HOUR_MS;
  return isOld ? { state: 'to_do', said: 'old' } : { state: 'done', said: 'recent' };
}

function reachOf(address: string): 'loopback' | 'private' | undefined {
  const reason = addressReason(address);
  return reason === 'plain_http' ? undefined : reason;
}

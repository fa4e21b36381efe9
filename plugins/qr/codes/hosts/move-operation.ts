import { AppError, type BodyOf, errors } from '@waypost/contract';
import {
  actorOf,
  createTable,
  type OperationRun,
  type PluginContext,
  type Session,
  type SignedRequest,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { qrErrors } from '../errors.ts';
import { shortUrlOf } from '../link.ts';
import { visitOwner } from '../scope.ts';
import { moveDomainNamesCall } from './calls.ts';
import { requireDomains } from './change-hosts.ts';
import { type HostPlan, planHosts } from './plan-hosts.ts';
import { zHost } from './values.ts';
import { writeHosts } from './write-hosts.ts';

export const MOVE_KIND = 'domain_move';
/** Codes of one transaction: small enough that nobody waits for it. */
const PORTION = 200;

const zAccount = z.object({ id: z.string(), account: z.string() });
const zMove = z.strictObject({
  ids: z.array(z.string()).optional(),
  from: zHost.optional(),
  /** Whose they have to be still; undefined: anybody's. */
  owner: z.string().optional(),
  change: z.strictObject({
    short_domain: zHost.optional(),
    entry_domain: zHost.optional(),
    landing_domain: zHost.optional(),
  }),
  actor: zAccount.extend({ via: z.string(), as: zAccount.exactOptional() }),
});
type Move = z.infer<typeof zMove>;

/** Mounts the move of many codes to other hosts, which a person follows. */
export function mountMoves(context: PluginContext): void {
  context.operations.define(MOVE_KIND, { input: zMove, run: (run) => moveCodes(context, run) });
  context.call(moveDomainNamesCall, (body, request) => startMove(context, body, request));
}

/** Errors: `qr.domains_off` 409; `not_found` 404 for codes of which the caller reaches none; `too_many_operations` 409. */
async function startMove(
  context: PluginContext,
  { ids, from, own, owner: wanted, ...change }: BodyOf<typeof moveDomainNamesCall>,
  request: SignedRequest,
): Promise<{ id: string }> {
  const owner = visitOwner({ own, owner: wanted }, request);
  const input: Move = {
    ...(ids === undefined ? { from } : { ids: [...new Set(ids)] }),
    ...(owner === undefined ? {} : { owner }),
    change,
    actor: actorOf(request.caller),
  };
  // Whoever names another one's codes is told no more of them than anywhere else.
  if ((await context.model(codeResource).exists(filterOf(input))) === null) throw errors.notFound.create();
  requireDomains(context);
  return context.operations.start(MOVE_KIND, { name: request.translate('qr.domains.move'), input }, request);
}

function filterOf({ ids, from = '', owner }: Move) {
  const where =
    ids !== undefined ? { _id: { $in: ids } } : from === '' ? { domain: '' } : { way_domains: from };
  return { ...where, ...(owner === undefined ? {} : { owner }), remove_time: null };
}

async function moveCodes(context: PluginContext, run: OperationRun<Move>): Promise<void> {
  const { input, signal, translate } = run;
  const total = await context.model(codeResource).countDocuments(filterOf(input));
  run.progress(0, total);
  const table = await createTable(context, run, {
    name: `${translate('qr.domains.report')} ${todayOf(context)}`,
    columns: ['name', 'outcome', 'before', 'after', 'fault'].map((column) =>
      translate(`qr.domains.report.${column}`),
    ),
    format: undefined,
  });
  let [done, leftOut] = [0, 0];
  for (let last: string | undefined; ; ) {
    signal.throwIfAborted();
    const ids = await nextIds(context, input, last);
    if (ids.length === 0) break;
    for (const plan of await movePortion(context, ids, input)) {
      if (plan.fault) leftOut += 1;
      await table.write(rowOf(context, plan, translate));
    }
    last = ids.at(-1);
    done += ids.length;
    run.progress(done, Math.max(total, done), leftOut);
  }
  await table.end();
}

/** The next ones by their ids: what was put elsewhere does not shift those that are to come. */
async function nextIds(context: PluginContext, input: Move, last: string | undefined): Promise<string[]> {
  const behind = last === undefined ? [] : [{ _id: { $gt: last } }];
  const found = await context
    .model(codeResource)
    .find({ $and: [filterOf(input), ...behind] }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(PORTION)
    .lean();
  return found.map(({ _id }) => _id);
}

/** All of a portion at once, or one by one where somebody takes one of the places meanwhile. */
async function movePortion(context: PluginContext, ids: readonly string[], input: Move): Promise<HostPlan[]> {
  try {
    return await moveSome(context, ids, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== qrErrors.codeTaken.code) throw error;
    if (ids.length > 1) {
      const plans: HostPlan[] = [];
      for (const id of ids) plans.push(...(await movePortion(context, [id], input)));
      return plans;
    }
    const [code] = await context
      .model(codeResource)
      .find({ _id: { $in: ids } })
      .lean();
    return code === undefined
      ? []
      : [{ code, fields: undefined, print: 'same', fault: { step: 'short_domain', fault: 'taken' } }];
  }
}

function moveSome(context: PluginContext, ids: readonly string[], input: Move): Promise<HostPlan[]> {
  const { owner, change, actor } = input;
  return context.transaction(async (session: Session) => {
    const codes = await context
      .model(codeResource)
      .find({ _id: { $in: ids }, ...(owner === undefined ? {} : { owner }), remove_time: null })
      .session(session)
      .lean();
    const plans = await planHosts(context, codes, change, session);
    await writeHosts(context, plans, { actor, session });
    return plans;
  });
}

function rowOf(
  context: PluginContext,
  { code, fields, fault, print }: HostPlan,
  translate: OperationRun<Move>['translate'],
): string[] {
  const { publicUrl } = context.platform;
  const before = shortUrlOf(code, publicUrl);
  const outcome = fault ? 'stays' : fields === undefined ? 'unchanged' : print === 'same' ? 'moved' : print;
  return [
    code.name,
    translate(`qr.domains.report.${outcome}`),
    before,
    fields === undefined ? before : shortUrlOf({ ...code, ...fields }, publicUrl),
    fault ? translate(`qr.domains.fault.${fault.fault}`) : '',
  ];
}

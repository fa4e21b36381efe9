import { errors } from '@waypost/contract';
import {
  actorOf,
  createTable,
  type OperationRun,
  type PluginContext,
  type SignedRequest,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { isRefusal, reasonOf } from '../batch-change.ts';
import { changeOwner, requireActiveOwner } from '../change-owner.ts';
import { freezeCodes, liftCodes } from '../freeze-codes.ts';
import { assignCodes } from '../groups/assign.ts';
import { shortUrlOf } from '../link.ts';
import { type CodeAuthor, codeScope } from '../scope.ts';
import { binCodes } from './bin-codes.ts';
import {
  assignFoundCall,
  binFoundCall,
  changeOwnerFoundCall,
  freezeFoundCall,
  liftFoundCall,
} from './calls.ts';

const VERBS = ['bin', 'assign', 'freeze', 'lift', 'give'] as const;
const kindOf = (verb: Verb['verb']) => `found_${verb}`;
/** What is done, in words. */
const nameOf = (verb: Verb['verb']) => `operation.qr.${kindOf(verb)}`;
/** Codes of one transaction: small enough that nobody waits for it. */
const PORTION = 200;

const zAccount = z.object({ id: z.string(), account: z.string() });
const zVerb = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('bin') }),
  z.strictObject({
    verb: z.literal('assign'),
    group: z.string().nullable().optional(),
    add_tags: z.array(z.string()).optional(),
  }),
  z.strictObject({ verb: z.literal('freeze'), reason: z.string() }),
  z.strictObject({ verb: z.literal('lift') }),
  z.strictObject({ verb: z.literal('give'), owner: z.string() }),
]);
const zWork = z.strictObject({
  ids: z.array(z.string()),
  what: zVerb,
  author: z.strictObject({
    id: z.string(),
    scope: z.strictObject({ owner: z.string().exactOptional() }),
    actor: zAccount.extend({ via: z.string(), as: zAccount.exactOptional() }),
  }),
});
type Verb = z.infer<typeof zVerb>;
type Run = OperationRun<z.infer<typeof zWork>>;

/**
 * Mounts what is done with all codes that a list has found, which a person follows.
 * Errors: `not_found` 404 for codes of which the caller reaches none; `too_many_operations` 409; `invalid_input` 422 at `owner`.
 */
export function mountFoundCodes(context: PluginContext): void {
  for (const verb of VERBS)
    context.operations.define(kindOf(verb), { input: zWork, run: (run) => changeFound(context, run) });
  const start = async (ids: readonly string[], what: Verb, request: SignedRequest) => {
    const { caller, translate } = request;
    const reached = { ...codeScope(request), _id: { $in: [...ids] } };
    // Whoever names another one's codes is told no more of them than anywhere else.
    if ((await context.model(codeResource).exists(reached)) === null) throw errors.notFound.create();
    if (what.verb === 'give') await requireActiveOwner(context, what.owner);
    const author = { id: caller.id, scope: codeScope(request), actor: actorOf(caller) };
    const input = { ids: [...new Set(ids)], what, author };
    return context.operations.start(
      kindOf(what.verb),
      { name: translate(nameOf(what.verb)), input },
      request,
    );
  };
  context.call(binFoundCall, ({ ids }, request) => start(ids, { verb: 'bin' }, request));
  context.call(assignFoundCall, ({ ids, ...to }, request) => start(ids, { verb: 'assign', ...to }, request));
  context.call(freezeFoundCall, ({ ids, reason }, request) =>
    start(ids, { verb: 'freeze', reason }, request),
  );
  context.call(liftFoundCall, ({ ids }, request) => start(ids, { verb: 'lift' }, request));
  context.call(changeOwnerFoundCall, ({ ids, owner }, request) =>
    start(ids, { verb: 'give', owner }, request),
  );
}

async function changeFound(context: PluginContext, run: Run): Promise<void> {
  const { input, signal, translate } = run;
  const { ids, what, author } = input;
  const by: CodeAuthor = { id: author.id, scope: author.scope, by: { actor: author.actor } };
  // Who had all that they asked for needs no file that says so.
  let table: Awaited<ReturnType<typeof createTable>> | undefined;
  let leftOut = 0;
  const refuse = async (id: string, reason: string) => {
    leftOut += 1;
    table ??= await createTable(context, run, {
      name: `${translate(nameOf(what.verb))} ${todayOf(context)}`,
      columns: ['name', 'address', 'reason'].map((column) => translate(`qr.found.report.${column}`)),
      format: undefined,
    });
    const code = await context
      .model(codeResource)
      .findOne({ ...by.scope, _id: id })
      .lean();
    const known = code === null ? [id, ''] : [code.name, shortUrlOf(code, context.platform.publicUrl)];
    await table.write([...known, reason]);
  };
  run.progress(0, ids.length);
  for (let done = 0; done < ids.length; done += PORTION) {
    signal.throwIfAborted();
    const some = ids.slice(done, done + PORTION);
    for (const { id, reason } of await refusedOf(
      some,
      (part) => apply(context, { ids: part, what }, by),
      run,
    ))
      await refuse(id, reason);
    run.progress(done + some.length, ids.length, leftOut);
  }
  await table?.end();
}

async function apply(
  context: PluginContext,
  { ids, what }: { ids: readonly string[]; what: Verb },
  author: CodeAuthor,
): Promise<void> {
  switch (what.verb) {
    case 'bin':
      return binCodes(context, ids, author);
    case 'assign':
      await assignCodes(context, { ids: [...ids], group: what.group, add_tags: what.add_tags }, author);
      return;
    case 'freeze':
      await freezeCodes(context, { ids, reason: what.reason }, author);
      return;
    case 'lift':
      await liftCodes(context, ids, author);
      return;
    case 'give':
      await changeOwner(context, { ids, owner: what.owner }, author);
  }
}

/** Changes codes all at once, or one by one where some of them cannot be changed. @returns those, with the reason */
async function refusedOf(
  ids: readonly string[],
  change: (ids: readonly string[]) => Promise<void>,
  { signal, translate }: Pick<Run, 'signal' | 'translate'>,
): Promise<{ id: string; reason: string }[]> {
  try {
    await change(ids);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) return [{ id, reason: reasonOf(error, { translate }) }];
  }
  const refused: { id: string; reason: string }[] = [];
  for (const id of ids) {
    signal.throwIfAborted();
    refused.push(...(await refusedOf([id], change, { signal, translate })));
  }
  return refused;
}

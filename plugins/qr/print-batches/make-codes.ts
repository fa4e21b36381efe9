import { GenerationType, ShortCodeVisibility } from '@waypost/contract';
import { newId, newRow, type OperationRun, type PluginContext, type Session } from '@waypost/sdk';
import { z } from 'zod';
import { spelled } from '../codes/alike-codes.ts';
import { newClaimCode, sealClaimCode } from '../codes/claims/claim-code.ts';
import { provenBrand } from '../codes/design/presets/brand.ts';
import type { Studio } from '../codes/design/studio.ts';
import type { Design } from '../codes/design/values.ts';
import { fillRules } from '../codes/fill-rules.ts';
import { codeFaults, drawnTwice, withFreshCodes } from '../codes/free-codes.ts';
import { newHosts } from '../codes/hosts/new-hosts.ts';
import { wayOf } from '../codes/hosts/values.ts';
import type { StoredCode } from '../codes/link.ts';
import { qrUrlOf } from '../codes/present.ts';
import { publishCodes } from '../codes/publish-codes.ts';
import { generateShortCode } from '../codes/short-code.ts';
import { isOwnerPaused } from '../limits/paused-owners.ts';
import { groupResource } from '../screens/group/resource.ts';
import { printBatchResource } from '../screens/print_batch/resource.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { StoredBatch } from './find-batch.ts';

export const zMaking = z.strictObject({ batch: z.string() });

/** Codes of one transaction: small enough that nobody waits for it. */
const PORTION = 250;

/**
 * Makes what is missing of a batch, portion by portion. A run that is cut off leaves whole portions, and the next one goes on
 * behind them; two runs at once do not make too many, because each portion is bound to the number that was there before it.
 */
export async function makeCodes(
  context: PluginContext,
  studio: Studio,
  { input, signal, progress }: OperationRun<z.infer<typeof zMaking>>,
): Promise<void> {
  await settleBatch(context, input.batch, 'making');
  const begun = await context.model(printBatchResource).findById(input.batch).lean();
  if (begun === null) return;
  // Proved once: the addresses of a batch are of one length.
  const design = await brandOfBatch(context, studio, begun);
  for (;;) {
    const batch = await context.model(printBatchResource).findById(input.batch).lean();
    if (batch === null) return;
    progress(batch.made, batch.size);
    if (batch.made >= batch.size) break;
    signal.throwIfAborted();
    await withFreshCodes(context, (session) => makePortion(context, { batch, design }, session));
  }
  await settleBatch(context, input.batch, 'ready');
}

/** Says that what is missing of a batch is not being made any more; one that another run has made whole stays so. */
export const stopMaking = (context: PluginContext, { batch }: z.infer<typeof zMaking>): Promise<void> =>
  settleBatch(context, batch, 'stopped', { state: 'making' });

async function settleBatch(
  context: PluginContext,
  id: string,
  state: StoredBatch['state'],
  only: Partial<Pick<StoredBatch, 'state'>> = {},
): Promise<void> {
  await context
    .model(printBatchResource)
    .updateOne({ _id: id, ...only }, { $set: { state } }, { timestamps: false });
}

async function brandOfBatch(
  context: PluginContext,
  studio: Studio,
  { group, owner }: StoredBatch,
): Promise<Design | null> {
  const { domain } = await newHosts(context, { group }, { owner: String(owner) });
  const place = { id: newId(context), domain, short_code: generateShortCode(context.random) };
  return provenBrand(context, studio, { owner: String(owner), address: qrUrlOf(context, place) });
}

async function makePortion(
  context: PluginContext,
  { batch, design }: { batch: StoredBatch; design: Design | null },
  session: Session,
): Promise<void> {
  const { made, size } = batch;
  const count = Math.min(PORTION, size - made);
  const { matchedCount } = await context.model(printBatchResource).updateOne(
    { _id: batch._id, made },
    { $inc: { made: count }, $set: { update_time: context.clock.date() } },
    {
      session,
      timestamps: false,
    },
  );
  if (matchedCount === 0) return;
  const drawn = Array.from({ length: count }, () => generateShortCode(context.random));
  const shared = { ...(await sharedFields(context, batch, session)), design };
  const hosts = wayOf(shared.hosts);
  if (new Set(drawn).size < count || (await codeFaults(context, { codes: drawn, hosts }, session)).size > 0)
    throw drawnTwice();
  const codes = await Promise.all(
    drawn.map((short_code, at) => codeOf(context, { batch, shared, short_code, number: made + at + 1 })),
  );
  // As they are: rows of `newRow` are what the store keeps.
  await context.model(codeResource).insertMany(codes, { session, lean: true });
  await publishCodes(context, codes, session);
}

/** What all codes of a batch begin with: the defaults of its group, while that is there. */
async function sharedFields(context: PluginContext, { group, owner }: StoredBatch, session: Session) {
  const filter = { _id: group ?? '', owner: String(owner) };
  const found = group ? await context.model(groupResource).findOne(filter).session(session).lean() : null;
  const hosts = await newHosts(context, { group }, { owner: String(owner), session });
  const is_paused = await isOwnerPaused(context, String(owner), session);
  if (found === null) return { hosts, is_paused };
  const { access_mode, visit_restriction, visit_rules } = found;
  return {
    hosts,
    is_paused,
    group,
    access_mode,
    visit_restriction,
    visit_rules,
    published_rules: await fillRules(context, visit_rules),
  };
}

async function codeOf(
  context: PluginContext,
  made: {
    batch: StoredBatch;
    shared: Awaited<ReturnType<typeof sharedFields>> & { design: Design | null };
    short_code: string;
    number: number;
  },
): Promise<StoredCode> {
  const { batch, short_code, number } = made;
  const { hosts, ...shared } = made.shared;
  const _id = newId(context);
  const claim_secret = batch.has_claim_codes
    ? await sealClaimCode(context, _id, newClaimCode(context.random))
    : '';
  return newRow(
    context,
    codeResource,
    {
      ...shared,
      name: `${batch.name} ${String(number).padStart(String(batch.size).length, '0')}`,
      ...spelled(short_code),
      ...hosts,
      generation_type: GenerationType.selfRunEntry,
      targets: [],
      // Thousands that lead nowhere stand on the page of their batch alone.
      visibility: ShortCodeVisibility.hide,
      batch: String(batch._id),
      batch_number: number,
      is_unclaimed: true,
      claim_secret,
    },
    { _id, owner: String(batch.owner) },
  );
}

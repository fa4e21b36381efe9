import { errors } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { movedRegions } from '../../migrations/0002-places-of-rules.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { changeCodes } from '../change-codes.ts';
import { fillRules } from '../fill-rules.ts';
import { readVersions } from './read-versions.ts';
import { VERSION_FIELDS } from './values.ts';

const { fields } = codeResource;
/** As a change may bring them today: what was allowed once need not be now. */
const zContent = z.object({
  targets: fields.targets.schema,
  rotation_model: fields.rotation_model.schema,
  visit_rules: fields.visit_rules.schema,
  jump_type: fields.jump_type.schema,
  forward_query: fields.forward_query.schema,
  access_mode: fields.access_mode.schema,
  visit_restriction: fields.visit_restriction.schema,
  expired_target: fields.expired_target.schema,
});

/**
 * Brings a version of a code back, as a change of what differs from now.
 * Errors: `not_found` 404; `stale_version` 409; `invalid_input` 422 at `number` where there is no such version or what it holds is no longer allowed,
 * or at what is missing by now, such as a pool.
 */
export async function rollBack(
  context: PluginContext,
  { id, number, version }: { id: string; number: number; version: number },
  request: SignedRequest,
): Promise<{ id: string; version: number }> {
  const { code, versions } = await readVersions(context, id, request);
  const wanted = versions.find((one) => one.number === number);
  const parsed = zContent.safeParse(wanted?.content);
  if (!parsed.success)
    throw errors.invalidInput.create({}, { errors: [{ path: 'number', message: 'qr.fault.version_gone' }] });
  const now = versions[0]?.content ?? {};
  // A version of earlier releases may name regions as visits had them then.
  const content = { ...parsed.data, visit_rules: parsed.data.visit_rules.map(movedRegions) };
  const differing = VERSION_FIELDS.filter((field) => !Bun.deepEquals(content[field], now[field]));
  const change = Object.fromEntries(differing.map((field) => [field, content[field]]));
  const rules = differing.includes('visit_rules')
    ? { published_rules: await fillRules(context, content.visit_rules, code) }
    : {};
  const [changed] = await changeCodes(context, { ids: [id], version, change, untold: rules }, request);
  if (changed === undefined) throw errors.notFound.create();
  return changed;
}

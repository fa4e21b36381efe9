import { type BodyOf, countryName, DEFAULT_LOCALE, onePlace, type ResultOf } from '@waypost/contract';
import {
  type PluginContext,
  requireRow,
  type SignedRequest,
  type TriedVisit,
  type TriedVisitor,
} from '@waypost/sdk';
import { shortUrlOf } from '../../codes/link.ts';
import { codeScope } from '../../codes/scope.ts';
import { poolResource } from '../internal_code_grouping/resource.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { tryVisitCall } from './calls.ts';
import { userAgentOf } from './devices.ts';
import { presentSteps } from './steps/present-steps.ts';

type Wish = BodyOf<typeof tryVisitCall>;

/**
 * What a visit of a code would get, by what answers visits. One in the bin is told as visitors are.
 * @throws AppError `not_found` 404 for a code that the caller does not reach
 */
export async function tryVisit(
  context: PluginContext,
  wish: Wish,
  request: SignedRequest,
): Promise<ResultOf<typeof tryVisitCall>> {
  const code = await requireRow(
    context
      .model(codeResource)
      .findOne({ ...codeScope(request), _id: wish.id })
      .lean(),
  );
  const time = wish.time ?? context.clock.date().toISOString();
  const link = { id: wish.id, host: code.domain, code: code.short_code };
  const tried = await context.visits.tryVisit(link, describedBy(wish, time));
  const { address, is_by_chance, status } = tried;
  return {
    id: wish.id,
    name: code.name,
    short_url: shortUrlOf(code, context.platform.publicUrl),
    time,
    ...outcomeOf(tried),
    status,
    address,
    is_by_chance,
    steps: presentSteps(tried.steps, {
      targets: code.targets,
      kinds: await context.visitRules.kinds(),
      pools: await poolNames(context, tried),
      isFirstVisit: wish.has_come_before !== true,
      translate: request.translate,
    }),
  };
}

function describedBy(wish: Wish, time: string): TriedVisitor {
  const { country = '', ip = '', language = '', query = '', referrer = '', region = [] } = wish;
  const { device = 'iphone', place = 'none', user_agent = '' } = wish;
  return {
    ip: place === 'address' ? ip : '',
    ...(place === 'region'
      ? { place: { ...onePlace({ country, location: locationOf(country, region) }), isp: '' } }
      : {}),
    user_agent: userAgentOf(device, user_agent),
    accept_language: language,
    referrer,
    query: query.replace(/^\?/, ''),
    time,
    is_scanned: wish.comes_by === 'scan',
    knows_password: wish.knows_password === true,
  };
}

/** As visits have it: of China province and city, of all other countries their Chinese name. */
function locationOf(country: string, region: readonly string[]): string {
  if (country === 'CN' && region.length > 0) return region.join(' ');
  return countryName(country, DEFAULT_LOCALE);
}

function outcomeOf({
  steps,
  status,
}: TriedVisit): Pick<ResultOf<typeof tryVisitCall>, 'outcome' | 'refusal' | 'content'> {
  const nothing = { refusal: null, content: null };
  const last = (check: TriedVisit['steps'][number]['check']) =>
    steps.findLast((step) => step.check === check);
  const refusal = last('refusal');
  if (refusal?.check === 'refusal') return { ...nothing, outcome: 'refused', refusal: refusal.refusal };
  const password = last('password');
  if (password?.check === 'password' && password.is_asked) return { ...nothing, outcome: 'password' };
  const content = last('content');
  if (content?.check === 'content') return { ...nothing, outcome: 'shown', content: content.kind };
  if (last('jump') === undefined) return { ...nothing, outcome: 'other' };
  return { ...nothing, outcome: status === 302 ? 'redirect' : 'page' };
}

async function poolNames(
  context: PluginContext,
  { steps }: TriedVisit,
): Promise<ReadonlyMap<string, string>> {
  const ids = steps.flatMap((step) => (step.check === 'pool' ? [step.pool] : []));
  if (ids.length === 0) return new Map();
  const pools = await context
    .model(poolResource)
    .find({ _id: { $in: ids } }, { name: 1 })
    .lean();
  return new Map(pools.map(({ _id, name }) => [String(_id), name]));
}

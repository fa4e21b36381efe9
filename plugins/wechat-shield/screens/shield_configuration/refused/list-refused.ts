import { type BodyOf, LOCALES, type Page, PROVINCES, paging, type ResultOf } from '@waypost/contract';
import type { PluginContext, RefusedVisitQuery, SignedRequest } from '@waypost/sdk';
import type { refusedVisitsCall } from '../calls.ts';
import { isOperator } from '../draft.ts';
import { ruleResource } from '../resource.ts';

type Refused = ResultOf<typeof refusedVisitsCall>['content'][number];

/** Visits that the caller's rules refused, or anybody's for operators, of codes whose log is open; the newest first. */
export async function listRefused(
  context: PluginContext,
  { page: asked, page_size: size, sort_field: _, location, rule, ...query }: BodyOf<typeof refusedVisitsCall>,
  request: SignedRequest,
): Promise<Page<Refused>> {
  const { page, page_size } = paging({ page: asked, page_size: size });
  // What the rules of the platform refuse is for operators.
  const reached = isOperator(request) ? {} : { owner: request.caller.id, applies_to: 'own' as const };
  const isNarrowed = rule !== undefined || !isOperator(request);
  const rules = isNarrowed
    ? await context
        .model(ruleResource)
        .find({ ...reached, ...(rule === undefined ? {} : { _id: rule }) }, { number: 1 })
        .lean()
    : undefined;
  const found = await context.visits.refusedVisits({
    ...query,
    ...(rules === undefined ? {} : { rules: rules.map(({ number }) => number ?? 0) }),
    // All that an owner's rules refuse are visits of the owner's codes.
    ...(isOperator(request) ? {} : { owner: request.caller.id }),
    ...(location === undefined ? {} : { place: placesCalled(location, request.locale) }),
    page,
    page_size,
  });
  const ids = await idsOf(
    context,
    found.content.map((visit) => visit.rule),
  );
  const content = found.content.map(({ rule: number, ...visit }) => ({
    id: visit.id,
    time: visit.time,
    link: visit.link,
    rule: ids.get(number) ?? null,
    ip: visit.ip,
    country: visit.country,
    location: visit.location,
    isp: visit.isp,
    device: visit.device,
    system: visit.system,
    app: visit.app,
    is_crawler: visit.is_crawler,
    user_agent: visit.user_agent,
  }));
  return { ...found, content, page, page_size };
}

/** Rules by the numbers that their refusals are counted under. */
async function idsOf(context: PluginContext, numbers: readonly number[]): Promise<Map<number, string>> {
  const found = await context
    .model(ruleResource)
    .find({ number: { $in: [...new Set(numbers)] } }, { number: 1 })
    .lean();
  return new Map(found.map(({ _id, number }) => [number ?? 0, String(_id)]));
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** What a part of a place's name stands for: places are stored in Chinese, and countries by their codes. */
function placesCalled(text: string, locale: SignedRequest['locale']): RefusedVisitQuery['place'] {
  const part = text.trim().toLowerCase();
  const names = new Intl.DisplayNames([locale, ...LOCALES], { type: 'region', fallback: 'none' });
  const countries = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).filter((code) =>
    names.of(code)?.toLowerCase().includes(part),
  );
  const provinces = Object.entries(PROVINCES).flatMap(([stored, name]) =>
    name.toLowerCase().includes(part) ? [stored] : [],
  );
  return { parts: [text.trim(), ...provinces], countries };
}

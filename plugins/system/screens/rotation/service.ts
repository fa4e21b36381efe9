import { YesNo } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, ResourceBinding, SignedRequest } from '@waypost/sdk';
import { inLanguage } from '../../content/in-language.ts';
import { requireType } from '../../content/types.ts';
import { ShowStatus } from '../../content/values.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { ShownSlide } from '../home/calls.ts';
import { rotationType } from '../rotation_type/resource.ts';
import { rotation } from './resource.ts';

/** Most that go round: more is not looked at. */
const MOST_SHOWN = 12;
/** Most types whose rotations go round on the home page. */
const MOST_TYPES = 50;
/** So long one click that is told again counts once, seconds. */
const CLICK_KEPT_SECONDS = 172_800;

type Rotation = typeof rotation;

/** Clicks of the last days, each by the number that the page drew for it. */
const CLICKS: CollectionDeclaration<{ _id: string; rotation: string; time: Date }> = {
  name: 'rotation_click',
  onUninstall: 'drop',
  fields: { _id: String, rotation: String, time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: CLICK_KEPT_SECONDS }],
};

/** The functions behind resource `system.rotation`. */
export function bindRotations(context: PluginContext, pictures: Pictures): ResourceBinding<Rotation> {
  return {
    beforeCreate: async (body, { session }) => {
      await requireType(context, rotationType, body.type, session);
      if (body.picture) await pictures.require([body.picture], 'picture', session);
      return body;
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { session }) => {
      if (change.type !== undefined) await requireType(context, rotationType, change.type, session);
      if (change.picture) await pictures.require([change.picture], 'picture', session);
      return change;
    },
  };
}

/** What goes round on the home page of customers, in the reader's language: the larger `sort` first. */
export async function shownRotations(
  context: Pick<PluginContext, 'model'>,
  locale: SignedRequest['locale'],
): Promise<ShownSlide[]> {
  const types = await context
    .model(rotationType)
    .find({ show_on_home: YesNo.yes }, { _id: 1 })
    .limit(MOST_TYPES)
    .lean();
  const filter = { type: { $in: types.map(({ _id }) => String(_id)) }, show_status: ShowStatus.shown };
  const rows = await context
    .model(rotation)
    .find(filter)
    .sort({ sort: -1, create_time: -1, _id: -1 })
    .limit(MOST_SHOWN)
    .lean();
  return rows.map((row) => ({
    id: String(row._id),
    picture: row.picture,
    title: inLanguage(row, 'title', locale),
    description: inLanguage(row, 'description', locale),
    jump_address: row.jump_address,
    jump_type: row.jump_type,
  }));
}

/** Counts clicks of people: each once, however often it is told. */
export function createClicks(context: PluginContext) {
  const clicks = context.collection(CLICKS);

  /** @param click the number that the page drew for it */
  return async function count(id: string, click: string, request: SignedRequest): Promise<void> {
    // A program's call is no click, and neither is that of an operator who looks at what a customer sees.
    if (request.caller.via !== 'session' || request.caller.actor !== undefined) return;
    if (await clicks.exists({ _id: click })) return;
    await context
      .transaction(async (session) => {
        // What is not shown any more, or was never there, has no clicks; its number is not kept either.
        const filter = { _id: id, show_status: ShowStatus.shown };
        const { matchedCount } = await context
          .model(rotation)
          .updateOne(filter, { $inc: { click_count: 1 } }, { session });
        if (matchedCount === 0) return;
        await clicks.create([{ _id: click, rotation: id, time: context.clock.date() }], { session });
      })
      .catch(async (error: unknown) => {
        // The same click, told twice at once: the other one has counted it.
        if (!(await clicks.exists({ _id: click }))) throw error;
      });
  };
}

/** Pictures that rotations show. */
export async function picturesOfRotations(
  context: Pick<PluginContext, 'model'>,
  ids: readonly string[],
): Promise<string[]> {
  const filter = { picture: { $in: [...ids] } };
  return (await context.model(rotation).distinct('picture', filter)) as string[];
}

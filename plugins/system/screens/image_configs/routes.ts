import { errors } from '@waypost/contract';
import { type PluginContext, requireRow } from '@waypost/sdk';
import { EMPTY_PLACE, requireEmptiable } from '../../files/empty-place.ts';
import { fileErrors } from '../../files/errors.ts';
import { MOVE_FILES } from '../../files/move-files.ts';
import { keepLocalPlace, type Places } from '../../files/places.ts';
import { placeEmpty, placeMove, placeTest } from './calls.ts';
import { storagePlace } from './resource.ts';
import { bindPlaces, testPlace } from './service.ts';

const VERBS = ['create', 'update', 'delete', 'use', 'test', 'move_files'] as const;

/** Mounts the places in which files are kept. Whoever has their rights says where everybody's files go. */
export async function mountImageConfigs(context: PluginContext, places: Places): Promise<void> {
  const resource = 'system.image_configs';
  context.menu(
    { route: 'image_configs', parent: 'services', sort: 49, icon: 'cloud-download' },
    `${resource}:read`,
    VERBS.map((verb) => `${resource}:${verb}`),
  );
  context.resource(storagePlace, bindPlaces(context));
  context.call(placeTest, ({ id }, request) => testPlace(context, places, { id, request }));
  context.call(placeMove, async ({ from, to }, request) => {
    if (from === to) throw fileErrors.placeSame.create();
    const found = await context
      .model(storagePlace)
      .find({ _id: { $in: [from, to] } })
      .lean();
    const nameOf = (id: string) => found.find(({ _id }) => String(_id) === id)?.name;
    const [source, target] = [nameOf(from), nameOf(to)];
    if (source === undefined || target === undefined) throw errors.notFound.create();
    const name = request.translate('system.image_configs.move.name', { from: source, to: target });
    const started = await context.operations.start(MOVE_FILES, { name, input: { from, to } }, request);
    await context.audit({ type: 'system.image_configs.move', target: from, after: { from, to }, request });
    return started;
  });
  context.call(placeEmpty, async ({ id }, request) => {
    const place = await requireRow(context.model(storagePlace).findById(id).lean());
    await requireEmptiable(context, id);
    const name = request.translate('system.image_configs.clear.name', { name: place.name });
    const started = await context.operations.start(EMPTY_PLACE, { name, input: { place: id } }, request);
    await context.audit({ type: 'system.image_configs.empty', target: id, request });
    return started;
  });
  await keepLocalPlace(context);
}

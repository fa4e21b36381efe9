import { defineError } from '@waypost/contract';
import {
  LIST_VIEWS_MAX,
  type ListView,
  listViews,
  removeListView,
  saveListView,
} from '@waypost/contract/platform';
import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';

/** The views that somebody has saved of a list. */
interface SavedViews {
  /** `<account>/<list>` */
  _id: string;
  views: ListView[];
}

const COLLECTION: CollectionDeclaration<SavedViews> = {
  name: 'list_view',
  onUninstall: 'drop',
  fields: { _id: String, views: [{ _id: false, name: String, query: String }] },
};

/** There are as many views of the list as there may be. */
const tooMany = defineError({ code: 'list_views_most', status: 409, params: ['most'] });

/** Mounts saved views of lists: each person has their own. */
export function mountListViews(context: PluginContext): void {
  const saved = context.collection(COLLECTION);

  const change = (account: string, list: string, next: (views: ListView[]) => ListView[]) =>
    context.transaction(async (session) => {
      const _id = `${account}/${list}`;
      const views = next((await saved.findById(_id).session(session).lean())?.views ?? []).toSorted(
        (one, other) => one.name.localeCompare(other.name),
      );
      await saved.updateOne({ _id }, { $set: { views } }, { upsert: true, session, timestamps: false });
      return { views };
    });

  context.call(listViews, async ({ list }, { caller }) => ({
    views: (await saved.findById(`${caller.id}/${list}`).lean())?.views ?? [],
  }));
  context.call(saveListView, ({ list, ...view }, { caller }) =>
    change(caller.id, list, (views) => {
      const others = views.filter(({ name }) => name !== view.name);
      if (others.length >= LIST_VIEWS_MAX) throw tooMany.create({ most: LIST_VIEWS_MAX });
      return [...others, view];
    }),
  );
  context.call(removeListView, ({ list, name }, { caller }) =>
    change(caller.id, list, (views) => views.filter((view) => view.name !== name)),
  );
}

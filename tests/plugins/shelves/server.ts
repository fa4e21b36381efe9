import { definePlugin } from '@waypost/sdk';
import { book } from './screens/book_list/resource.ts';
import { moveBooks } from './screens/shelf/calls.ts';
import { shelf } from './screens/shelf_list/resource.ts';

/** Books that stand on shelves: a field that points to a thing, and the page of a thing, as any plugin would have them. */
export const plugin = definePlugin({
  id: 'shelves',
  setup(context) {
    context.resource(shelf);
    context.resource(book);
    context.call(moveBooks, async ({ from, to }) => {
      const { modifiedCount } = await context
        .model(book)
        .updateMany(
          { shelf: from },
          { $set: { shelf: to, update_time: context.clock.date() }, $inc: { version: 1 } },
        );
      return { count: modifiedCount };
    });
    context.menu(
      { route: 'shelf', parent: 'shelves', isHidden: true, roles: ['administrator'] },
      'shelves.shelf:read',
    );
  },
});

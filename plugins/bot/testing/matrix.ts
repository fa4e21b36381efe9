import { type Make, type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';

/** A chat that is bound; an account has one. */
const ownBinding: Make = async (place) => {
  await place.collection.deleteMany({ owner: place.owner.id });
  return stored(() => ({
    first_name: 'Amina',
    username: 'amina_k',
    language_code: 'en',
    chat_id: place.owner.id,
    bind_time: new Date(),
    state: 'bound',
    end_reason: '',
    end_time: null,
    locale: 'en-US',
    muted: [],
    bound_chat: place.owner.id,
    bot_id: '1',
  }))(place);
};

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    telegram_bot_binding: {
      kind: 'owned',
      readAll: 'bot.binding:read_all',
      collection: 'bot_binding',
      make: ownBinding,
    },
  },
};

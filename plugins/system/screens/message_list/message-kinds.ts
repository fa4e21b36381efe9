import {
  MESSAGE_KIND_POINT,
  type MessageKind,
  type MessageKindContribution,
  type MessageKinds,
  type PluginContext,
} from '@waypost/sdk';

/** What somebody wrote, what the platform says itself, and what is of no kind that a plugin has named. */
const OWN_KINDS = {
  person: { name: 'system.person', title: 'system.message_kind.person' },
  backup: {
    name: 'system.backup',
    title: 'system.message_kind.backup',
    permission: 'system.backup:read',
  },
  platform: { name: 'system.platform', title: 'system.message_kind.platform' },
  other: { name: 'system.other', title: 'system.message_kind.other' },
} as const satisfies Record<string, MessageKind>;

/** Words of the platform itself that are a kind of their own. */
const BACKUP_WORDS: ReadonlySet<string> = new Set(['backup_failed', 'drill_failed']);

type Place = Pick<PluginContext, 'points'>;

/** Tells channels which kinds of messages people may choose among. */
export function messageKinds(context: Place): MessageKinds {
  return {
    async list() {
      const contributed = await context.points.contributions<MessageKindContribution>(MESSAGE_KIND_POINT);
      return [
        ...contributed.map(({ name, contribution: { title, permission } }) => ({
          name,
          title,
          ...(permission === undefined ? {} : { permission }),
        })),
        OWN_KINDS.backup,
        OWN_KINDS.platform,
        OWN_KINDS.person,
        OWN_KINDS.other,
      ];
    },
  };
}

/**
 * Of which kind a message is.
 * @param words undefined: somebody wrote it; without a dot, or with that of `system` before it: of the platform itself
 */
export async function kindOf(context: Place, words: string | undefined): Promise<string> {
  if (words === undefined) return OWN_KINDS.person.name;
  if (BACKUP_WORDS.has(words)) return OWN_KINDS.backup.name;
  if (!words.includes('.')) return OWN_KINDS.platform.name;
  const contributed = await context.points.contributions<MessageKindContribution>(MESSAGE_KIND_POINT);
  const fitting = contributed.flatMap(({ name, plugin, contribution }) =>
    [contribution.words].flat().flatMap((beginning) => {
      const isOwn = beginning === plugin || beginning.startsWith(`${plugin}.`);
      return isOwn && `${words}.`.startsWith(`${beginning}.`) ? [{ name, length: beginning.length }] : [];
    }),
  );
  const [longest] = fitting.sort((one, other) => other.length - one.length);
  const { platform, other } = OWN_KINDS;
  return longest?.name ?? (words.startsWith('system.') ? platform : other).name;
}

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
  platform: { name: 'system.platform', title: 'system.message_kind.platform' },
  other: { name: 'system.other', title: 'system.message_kind.other' },
} as const satisfies Record<string, MessageKind>;

type Place = Pick<PluginContext, 'points'>;

/** Tells channels which kinds of messages people may choose among. */
export function messageKinds(context: Place): MessageKinds {
  return {
    async list() {
      const contributed = await context.points.contributions<MessageKindContribution>(MESSAGE_KIND_POINT);
      return [
        OWN_KINDS.platform,
        OWN_KINDS.person,
        ...contributed.map(({ name, contribution: { title } }) => ({ name, title })),
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
  if (!words.includes('.')) return OWN_KINDS.platform.name;
  const contributed = await context.points.contributions<MessageKindContribution>(MESSAGE_KIND_POINT);
  const fitting = contributed.filter(({ plugin, contribution }) => {
    const isOwn = contribution.words === plugin || contribution.words.startsWith(`${plugin}.`);
    return isOwn && `${words}.`.startsWith(`${contribution.words}.`);
  });
  const [longest] = fitting.sort(
    (one, other) => other.contribution.words.length - one.contribution.words.length,
  );
  const { platform, other } = OWN_KINDS;
  return longest?.name ?? (words.startsWith('system.') ? platform : other).name;
}

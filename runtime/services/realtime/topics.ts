import { RealtimeServerType } from '@waypost/contract';
import type { Caller, Disposer, Logger, RealtimeTopic } from '@waypost/sdk';

/** Somebody who may follow topics: a channel that has logged in. */
export interface Follower {
  readonly caller: Caller;
  /** Sends an event's message. `text` is shared by everyone who gets the same one. */
  deliver(text: Uint8Array): void;
}

export interface Topics {
  /**
   * Followers of a topic whose plugin goes wait for it to come back, such as when another release takes its place.
   * @throws TypeError when the name is taken
   */
  declare(name: string, topic: RealtimeTopic): Disposer;
  /** Sends an event to the followers of an audience. */
  publish(name: string, data: unknown, audience: string): void;
  /** Sends an event to one follower alone, where it follows the topic. */
  tell(follower: Follower, name: string, data: unknown): void;
  /** Whether `follower` now follows `asked` (`name` or `name:parameter`); false: there is no such topic for it. */
  join(follower: Follower, asked: string): Promise<boolean>;
  leave(follower: Follower, asked: string): void;
  /** Forgets a follower that has gone. */
  drop(follower: Follower): void;
  /** Asks again for every topic of a follower whose rights may have changed. */
  recheck(follower: Follower): Promise<void>;
  /** Topics that it follows or waits for. */
  followed(follower: Follower): number;
  /** Who follows topics whose name begins with `prefix`. */
  followers(prefix: string): number;
}

interface Declared {
  name: string;
  topic: RealtimeTopic;
  audiences: Map<string, Audience>;
}
interface Audience {
  /** By the name that was asked for: it is told back with each event. */
  followers: Map<string, Set<Follower>>;
  unwatch: Disposer | undefined;
  /** What a topic that tells a state said last. */
  last: { data: unknown } | undefined;
}
interface Membership {
  declared: Declared;
  audience: string;
}

const encoder = new TextEncoder();

/** The topics of active plugins and who follows them in this process. */
export function createTopics(log: Logger): Topics {
  const byName = new Map<string, Declared>();
  const memberships = new Map<Follower, Map<string, Membership>>();
  const waiting = createWaiting();
  const audienceOf = (follower: Follower, asked: string) => findAudience(byName, follower, asked);

  function enter(follower: Follower, asked: string, { declared, audience }: Membership): void {
    let members = declared.audiences.get(audience);
    if (members === undefined) {
      members = { followers: new Map(), unwatch: undefined, last: undefined };
      declared.audiences.set(audience, members);
      members.unwatch = declared.topic.watched?.(audience) ?? undefined;
    }
    const same = members.followers.get(asked) ?? new Set();
    members.followers.set(asked, same.add(follower));
    const own = memberships.get(follower) ?? new Map<string, Membership>();
    memberships.set(follower, own.set(asked, { declared, audience }));
    if (members.last !== undefined) follower.deliver(eventText(asked, members.last.data));
  }

  function exit(follower: Follower, asked: string): void {
    const own = memberships.get(follower);
    const membership = own?.get(asked);
    if (own === undefined || membership === undefined) return;
    own.delete(asked);
    if (own.size === 0) memberships.delete(follower);
    const { audiences } = membership.declared;
    const members = audiences.get(membership.audience);
    const same = members?.followers.get(asked);
    if (members === undefined || same === undefined) return;
    same.delete(follower);
    if (same.size === 0) members.followers.delete(asked);
    if (members.followers.size > 0) return;
    audiences.delete(membership.audience);
    end(members, log);
  }

  /** Lets those in who waited for a topic; one that has gone, or may not any more, stays out. */
  async function welcome(name: string): Promise<void> {
    for (const { follower, asked } of waiting.forTopic(name)) {
      const membership = await audienceOf(follower, asked);
      if (membership !== undefined && waiting.forget(follower, asked)) enter(follower, asked, membership);
    }
  }

  return {
    declare(name, topic) {
      if (byName.has(name)) throw new TypeError(`topic ${name} is declared twice`);
      const declared: Declared = { name, topic, audiences: new Map() };
      byName.set(name, declared);
      welcome(name).catch((error: unknown) =>
        log.error({ topic: name, error }, 'a topic could not be joined'),
      );
      return () => {
        if (byName.get(name) === declared) byName.delete(name);
        for (const [follower, own] of memberships)
          for (const [asked, membership] of own) {
            if (membership.declared !== declared) continue;
            exit(follower, asked);
            waiting.add(follower, asked);
          }
      };
    },
    publish(name, data, audience) {
      const declared = byName.get(name);
      const members = declared?.audiences.get(audience);
      if (declared === undefined || members === undefined) return;
      if (declared.topic.isState) members.last = { data };
      for (const [asked, followers] of members.followers) {
        const text = eventText(asked, data);
        for (const follower of followers) follower.deliver(text);
      }
    },
    tell(follower, name, data) {
      if (memberships.get(follower)?.has(name)) follower.deliver(eventText(name, data));
    },
    async join(follower, asked) {
      if (memberships.get(follower)?.has(asked)) return true;
      const membership = await audienceOf(follower, asked);
      if (membership === undefined) return false;
      waiting.forget(follower, asked);
      enter(follower, asked, membership);
      return true;
    },
    leave(follower, asked) {
      waiting.forget(follower, asked);
      exit(follower, asked);
    },
    drop(follower) {
      waiting.drop(follower);
      for (const asked of [...(memberships.get(follower)?.keys() ?? [])]) exit(follower, asked);
    },
    async recheck(follower) {
      for (const [asked, known] of [...(memberships.get(follower) ?? [])]) {
        const now = await audienceOf(follower, asked);
        if (now?.declared === known.declared && now.audience === known.audience) continue;
        exit(follower, asked);
        if (now !== undefined) enter(follower, asked, now);
      }
    },
    followed: (follower) => (memberships.get(follower)?.size ?? 0) + waiting.count(follower),
    followers: (prefix) =>
      [...memberships.values()].filter((own) =>
        [...own.values()].some(({ declared }) => declared.name.startsWith(prefix)),
      ).length,
  };
}

function eventText(topic: string, data: unknown): Uint8Array {
  const type = RealtimeServerType.event;
  return encoder.encode(
    JSON.stringify({ status: true, message: '', content: { topic, data }, count: 1, type }),
  );
}

/** The audience that a follower joins by `asked`; undefined where it may not, or there is no such topic. */
async function findAudience(
  byName: ReadonlyMap<string, Declared>,
  follower: Follower,
  asked: string,
): Promise<Membership | undefined> {
  const [name = '', parameter] = asked.split(':');
  const declared = byName.get(name);
  if (declared === undefined) return undefined;
  const { permission, scope } = declared.topic;
  const { caller } = follower;
  if (permission !== undefined && !caller.isSuper && !caller.permissions.has(permission)) return undefined;
  const audience =
    scope === undefined ? (parameter === undefined ? 'all' : undefined) : await scope({ caller, parameter });
  return audience === undefined ? undefined : { declared, audience };
}

/** Who asked for topics that are not there, and may come. */
function createWaiting() {
  const waiting = new Map<Follower, Set<string>>();
  return {
    add(follower: Follower, asked: string): void {
      const own = waiting.get(follower) ?? new Set();
      waiting.set(follower, own.add(asked));
    },
    /** Whether it waited for it. */
    forget(follower: Follower, asked: string): boolean {
      const own = waiting.get(follower);
      const isKnown = own?.delete(asked) ?? false;
      if (own?.size === 0) waiting.delete(follower);
      return isKnown;
    },
    drop: (follower: Follower): void => void waiting.delete(follower),
    count: (follower: Follower): number => waiting.get(follower)?.size ?? 0,
    forTopic: (name: string) =>
      [...waiting].flatMap(([follower, own]) =>
        [...own].filter((asked) => asked.split(':')[0] === name).map((asked) => ({ follower, asked })),
      ),
  };
}

function end(members: Audience, log: Logger): void {
  Promise.resolve(members.unwatch?.()).catch((error: unknown) =>
    log.error({ error }, 'a topic could not be left'),
  );
}

import type { Disposer } from './ground.ts';
import type { Caller } from './request.ts';

/** Who may follow a topic, and whose events they get. */
export interface RealtimeTopic {
  /** Node that a follower needs; undefined: everyone who is logged in. */
  permission?: string;
  /**
   * The audience that a follower of `name:parameter` joins, such as an owner's id; undefined refuses.
   * Without it everyone is in the audience `all` and there is no parameter.
   */
  scope?: (request: {
    caller: Caller;
    parameter: string | undefined;
  }) => string | undefined | Promise<string | undefined>;
  /**
   * Called when an audience gets its first follower in this process; what it answers is called when the last one has
   * left. Work that costs something belongs here, so that nothing is done for nobody.
   */
  watched?: (audience: string) => Disposer | undefined;
  /** Each event tells the whole present state: the last one is told to whoever joins later. */
  isState?: boolean;
}

/** Events to browsers over the live channel (docs/http.md, "Realtime"). They may be lost: a page asks by a call first, and again after a gap. */
export interface RealtimeAccess {
  /** Declares a topic; `name` begins with the plugin's id and a dot, the manifest's `topics` names the rest. */
  topic(name: string, topic: RealtimeTopic): Disposer;
  /** Sends JSON data to the followers of one audience that are connected to this process. */
  publish(name: string, data: unknown, audience: string): void;
}

import type { ProcessRole } from './environment.ts';

export interface RoleState {
  ready: boolean;
  reason?: string;
  /** What an operator should look at although the role does its work. */
  warning?: string;
  detail?: Record<string, unknown>;
}

export interface Readiness {
  ready: boolean;
  roles: Partial<Record<ProcessRole, RoleState>>;
}

/** docs/http.md, "Health": ready when every role of this process can do its work. */
export function createReadiness(
  roles: ReadonlySet<ProcessRole>,
  check: Readonly<Record<ProcessRole, () => RoleState>>,
): () => Readiness {
  return () => {
    const states = Object.fromEntries([...roles].map((role) => [role, check[role]()]));
    return { ready: Object.values(states).every((state) => state.ready), roles: states };
  };
}

/** Visits need nothing but this process; the other roles wait for the store. */
export function readyRoles(roles: ReadonlySet<ProcessRole>, storeWork: Promise<void>): Promise<void> {
  return roles.has('api') || roles.has('jobs') ? storeWork : Promise.resolve();
}

/** Several warnings of one role as one: their names joined by blanks, their details side by side. */
export function joinWarnings(
  ...found: readonly Pick<RoleState, 'warning' | 'detail'>[]
): Pick<RoleState, 'warning' | 'detail'> {
  const warnings = found.flatMap(({ warning }) => warning ?? []);
  if (warnings.length === 0) return {};
  return { warning: warnings.join(' '), detail: Object.assign({}, ...found.map(({ detail }) => detail)) };
}

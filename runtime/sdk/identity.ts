import type { Challenge } from '@waypost/contract';
import type { Caller, RequestContext } from './request.ts';

export interface MenuNode {
  id: string;
  name: string;
  /** Locale key of the name; `name` is its text in the caller's language. */
  language_variables: string;
  /** `/customer/<route>` of a screen, or empty for a group. */
  path: string;
  /** 1 route, 2 button. */
  type: 1 | 2;
  /** 1 PC. */
  platform: 1;
  icon: string;
  show_headshot: 1 | 2;
  sort: number;
  /** Plugin whose remote has the screen, and the screen's name in it. */
  remote: { plugin: string; screen: string } | null;
  /** Permission node of a button. */
  permission: string | null;
  children: MenuNode[];
}

export interface UserInfo {
  id: string;
  account: string;
  name: string;
  role: string;
  role_name: string;
  is_super: boolean;
  permissions: string[];
  must_change_password: boolean;
}

export interface LoginResult {
  token: string;
  user_info: UserInfo;
}

/** Accounts, sessions, roles and API keys, for plugins with the capability `identity`. */
export interface Identity {
  challenge(): Promise<Challenge>;
  /** Errors: `login_failed` 401, `locked_out` 429 with seconds, `account_disabled` 403. */
  login(input: { account: string; password: string }, request: RequestContext): Promise<LoginResult>;
  logout(caller: Caller): Promise<void>;
  profile(caller: Caller): Promise<UserInfo>;
  menuTree(request: { caller: Caller; locale: string }): Promise<MenuNode[]>;
  /** Argon2id hash of a new password; 422 when it breaks the rules of specification section 5. */
  hashPassword(password: string, account: string): Promise<string>;
  /** Ends every session of an account, such as when it is disabled. */
  endSessions(account: string): Promise<void>;
  /** Role id by its key: super, administrator, agent, customer. */
  roleId(key: 'super' | 'administrator' | 'agent' | 'customer'): Promise<string>;
}

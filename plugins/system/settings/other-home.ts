/** Settings that have their home on another screen. */
export interface OtherHome {
  screen: string;
  permission: string;
  names: readonly string[];
}

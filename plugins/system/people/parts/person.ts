/** What the parts of a person's page need to know of customers and operators alike. */
export interface Person {
  id: string;
  account: string;
  version: number;
  superior: string | null;
  /** Empty: there is none. */
  email: string;
  /** 2: disabled. */
  disabled: number;
}

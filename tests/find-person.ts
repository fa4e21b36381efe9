import type { Api } from './api.ts';

/** One of the people below the caller, as their list has them. */
export interface FoundPerson {
  id: string;
  version: number;
  account: string;
}

/** Finds somebody by the whole account. @param api of whoever may see them */
export async function findPerson(api: Api, account: string): Promise<FoundPerson> {
  const { content } = await api.call<{ content: FoundPerson[] }>('user/inquire', { search: account });
  const found = content.content.find((one) => one.account === account);
  if (found === undefined) throw new Error(`${account} is nobody`);
  return found;
}

import type { Api } from './api.ts';

/** Sends a message to one account by its name, as an operator does who has picked it. */
export async function writeTo(
  operator: Api,
  account: string,
  { title, content }: { title: string; content: string },
) {
  const found = await operator.call<{ content: { id: string; account: string }[] }>(
    'message_recipient/inquire',
    { search: account },
  );
  const id = found.content.content.find((one) => one.account === account)?.id;
  return operator.call<{ count: number; id: string }>('message/send', {
    to: 'account',
    account: id,
    title,
    content,
  });
}

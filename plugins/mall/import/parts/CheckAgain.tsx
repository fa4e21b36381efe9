import type { ColumnChoices } from '@waypost/contract';
import { useErrorText, useWords } from '@waypost/host-sdk';
import { CheckResult } from './CheckResult.tsx';
import { useAnsweredCheck } from './use-product-check.ts';

/** What an import would do with the answer about its columns. */
export function CheckAgain({ upload, columns }: { upload: string; columns: ColumnChoices }) {
  const words = useWords();
  const errorText = useErrorText();
  const { data, error, isFetching } = useAnsweredCheck({ upload, columns });
  if (isFetching) return <p role="status">{words('mall.import.checking')}</p>;
  if (error !== null) return <p role="alert">{errorText(error)}</p>;
  return data === undefined ? null : <CheckResult check={data} />;
}

import { FileButton, ImportDrawer, TABLE_FILES, useWords } from '@waypost/host-sdk';
import styles from '../../catalogue/parts.module.css';
import { importCalls } from '../../screens/mall_product_list/calls.ts';
import { NEEDED_COLUMNS, PRODUCT_COLUMNS } from '../values.ts';
import { CheckAgain } from './CheckAgain.tsx';
import { CheckResult } from './CheckResult.tsx';
import { useProductCheck } from './use-product-check.ts';

/** A file of products: what it would do is shown before anything is written, and a table behind the work says what became of each line. */
export function ProductsDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { chosen, choose } = useProductCheck();
  const { file, lines, isChecking = false, upload, check, problem } = chosen ?? {};
  return (
    <ImportDrawer
      title={words('mall.import.title')}
      verb={words('mall.import.verb')}
      calls={importCalls}
      file={upload === undefined ? undefined : file}
      upload={upload}
      {...(problem === undefined ? {} : { problem })}
      onClose={onClose}
      answered={(answer) => <CheckAgain {...answer} />}
    >
      {({ isSending }) => (
        <>
          <p>{words('mall.import.about', { columns: NEEDED_COLUMNS.join(', ') })}</p>
          <p>{words('mall.import.columns', { columns: PRODUCT_COLUMNS.join(', ') })}</p>
          <div>
            <FileButton
              accept={TABLE_FILES}
              isBusy={isChecking}
              isDisabled={isSending}
              onFile={(one) => void choose(one)}
            >
              {words('mall.import.file')}
            </FileButton>
          </div>
          {file === undefined || lines === undefined ? null : (
            <>
              <p>{words('mall.import.preview', { name: file.name })}</p>
              <pre className={styles.preview}>{lines.join('\n')}</pre>
            </>
          )}
          {isChecking ? <p role="status">{words('mall.import.checking')}</p> : null}
          {check === undefined ? null : <CheckResult check={check} />}
        </>
      )}
    </ImportDrawer>
  );
}

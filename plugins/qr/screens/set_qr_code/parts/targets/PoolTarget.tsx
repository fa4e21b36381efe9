import {
  type ArrayItem,
  type ControlProps,
  controlAttributes,
  FormField,
  ReferenceSelect,
  ScreenLink,
  useWords,
} from '@waypost/host-sdk';
import { poolReference } from '../../../../pools/values.ts';
import type { Target } from '../../../qr_code_list/resource.ts';
import styles from './target.module.css';

/** Chooses the pool that each visitor gets something out of. */
export function PoolTarget({ item }: { item: ArrayItem<Target> }) {
  const words = useWords();
  const path = `${item.path}.pool`;
  const chosen = item.value.pool ?? '';
  return (
    <div>
      <FormField path={path} label={words('qr.set.target.pool')} help={words('qr.set.target.pool.help')}>
        {(control: ControlProps<never>) => (
          <ReferenceSelect
            reference={poolReference}
            value={control.value}
            hasError={control.hasError}
            attributes={controlAttributes(control)}
            onChange={(id) => (control as ControlProps<string>).onChange(typeof id === 'string' ? id : '')}
            onBlur={control.onBlur}
          />
        )}
      </FormField>
      <p className={styles.beside}>
        <ScreenLink to={chosen === '' ? 'internal_code_grouping' : `internal_code_grouping?id=${chosen}`}>
          {words(chosen === '' ? 'qr.set.target.pool.list' : 'qr.set.target.pool.open')}
        </ScreenLink>
      </p>
    </div>
  );
}

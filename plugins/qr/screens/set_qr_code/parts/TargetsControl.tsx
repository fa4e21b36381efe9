import { RotationModel } from '@waypost/contract';
import { ArrayField, FieldArray, ResourceField, useForm, useFormat, useWords } from '@waypost/host-sdk';
import { CODE_MAX_TARGETS, type Target } from '../../qr_code_list/resource.ts';
import { TargetPlace } from './targets/TargetPlace.tsx';
import styles from './targets-control.module.css';

/** The targets of a code and, from two on, how visits rotate over them: weight or threshold as the rotation wants it. */
export function TargetsControl() {
  const words = useWords();
  const format = useFormat();
  const { values } = useForm();
  const targets = (values.targets as Target[] | undefined) ?? [];
  const model = values.rotation_model;
  const isShared = targets.length > 1;
  const total = targets.reduce((sum, target) => sum + (target.weight ?? 1), 0);
  const shareOf = (target: Target) => (total === 0 ? 1 / targets.length : (target.weight ?? 1) / total);
  return (
    <div className={styles.rotation}>
      <FieldArray<Target>
        path="targets"
        addLabel="qr.set.target.add"
        itemLabel="qr.set.target.item"
        minimum={1}
        maximum={CODE_MAX_TARGETS}
        newItem={() => ({ url: '' })}
      >
        {(item) => (
          <div className={styles.target}>
            <div className={styles.address}>
              <TargetPlace item={item} />
            </div>
            {isShared && model === RotationModel.random ? (
              <div className={styles.figure}>
                <ArrayField
                  item={item}
                  name="weight"
                  label="qr.set.target.weight"
                  kind="number"
                  placeholder="1"
                />
                <span className={styles.share}>
                  {words('qr.set.target.share', { percent: format.percent(shareOf(item.value)) })}
                </span>
              </div>
            ) : null}
            {isShared && model === RotationModel.sequential && item.index < targets.length - 1 ? (
              <div className={styles.figure}>
                <ArrayField
                  item={item}
                  name="threshold"
                  label="qr.set.target.threshold"
                  kind="number"
                  unit="qr.set.target.threshold.unit"
                  placeholder={words('qr.set.target.threshold.placeholder')}
                />
              </div>
            ) : null}
            <div className={styles.remark}>
              <ArrayField item={item} name="remark" label="qr.set.target.remark" />
            </div>
          </div>
        )}
      </FieldArray>
      {isShared ? (
        <div>
          <ResourceField name="rotation_model" />
          <p className={styles.help}>{words(`qr.code.rotation_model.${model}.help`)}</p>
        </div>
      ) : null}
    </div>
  );
}

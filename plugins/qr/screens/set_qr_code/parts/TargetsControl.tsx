import { RotationModel } from '@waypost/contract';
import {
  ArrayField,
  type ArrayItem,
  Button,
  FieldArray,
  ResourceField,
  useForm,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
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
        hasHeads
        minimum={1}
        maximum={CODE_MAX_TARGETS}
        newItem={() => ({ url: '' })}
      >
        {(item) => (
          <TargetFields item={item}>
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
          </TargetFields>
        )}
      </FieldArray>
      {isShared ? <ResourceField name="rotation_model" /> : null}
    </div>
  );
}

/** A target, its figure in the rotation, and its note, which is asked for only where there is one or somebody adds one. */
function TargetFields({ item, children }: { item: ArrayItem<Target>; children: ReactNode }) {
  const words = useWords();
  const [isAdded, setAdded] = useState(false);
  const [hasNote, setHasNote] = useState(false);
  // It stays while it is typed anew.
  if (item.value.remark && !hasNote) setHasNote(true);
  const add = () => {
    setHasNote(true);
    setAdded(true);
  };
  const addNote = (
    <Button kind="text" size="small" isAtEdge onClick={add}>
      {words('qr.set.target.remark.add')}
    </Button>
  );
  return (
    <div className={styles.target}>
      <div className={styles.address}>
        <TargetPlace item={item} link={hasNote ? null : addNote} />
      </div>
      {children}
      {hasNote ? (
        <div className={styles.remark} ref={isAdded ? focusInput : null}>
          <ArrayField item={item} name="remark" label="qr.set.target.remark" />
        </div>
      ) : null}
    </div>
  );
}

function focusInput(place: HTMLElement | null): void {
  place?.querySelector('input')?.focus();
}

import { ACCUMULATORS } from '../aggregate/accumulators.ts';
import { stageNames } from '../aggregate/pipeline.ts';
import { OPERATORS, REFUSED_OPERATORS } from '../expression/operators.ts';
import { FIELD_OPERATORS, REFUSED_FIELD_OPERATORS } from '../match/field.ts';
import { FILTER_OPERATORS, REFUSED_FILTER_OPERATORS } from '../match/filter.ts';
import { updateOperatorNames } from '../update/operators.ts';

/** Where an operator stands: the same name can mean different things. */
export type OperatorKind = 'query' | 'update' | 'stage' | 'accumulator' | 'expression';

/** Every operator that the store carries out or refuses on purpose, read from the tables that compile them. */
export const operatorNames = (): Record<OperatorKind, string[]> => ({
  query: [
    ...FIELD_OPERATORS.keys(),
    ...REFUSED_FIELD_OPERATORS.keys(),
    ...FILTER_OPERATORS.keys(),
    ...REFUSED_FILTER_OPERATORS.keys(),
    '$comment',
    '$options',
  ],
  update: updateOperatorNames(),
  stage: stageNames(),
  accumulator: [...ACCUMULATORS.keys()],
  expression: [...OPERATORS.keys(), ...REFUSED_OPERATORS.keys()],
});

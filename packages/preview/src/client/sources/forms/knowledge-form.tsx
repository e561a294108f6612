import type { JSX } from 'preact';

import { scoreText } from '../../budget/amounts.js';
import type { EntityView } from '../../../view-model/preview-state.js';
import { TextForm } from './text-form.js';

interface KnowledgeFormProps {
  readonly content: string;
  readonly label: string;
  readonly entities: readonly EntityView[];
}

/** The chosen entities with the reasons, above their text. */
export function KnowledgeForm({ content, label, entities }: KnowledgeFormProps): JSX.Element {
  return (
    <>
      {entities.length === 0 ? null : (
        <div class="table-frame" role="group" tabIndex={0} aria-label={`Entities of ${label}`}>
          <table class="table" data-part="entities">
            <thead>
              <tr>
                <th scope="col">Entity</th>
                <th scope="col">Type</th>
                <th scope="col" class="numbers">
                  Score
                </th>
                <th scope="col">Signals</th>
              </tr>
            </thead>
            <tbody>
              {entities.map((entity, place) => (
                <tr key={place} data-part="entity" data-entity={entity.entityId}>
                  <th scope="row">{entity.name}</th>
                  <td>{entity.type}</td>
                  <td class="numbers">{scoreText(entity.score)}</td>
                  <td>
                    {entity.signals.map(({ signal, score }, index) => (
                      <span key={index} class="signal numbers">{`${signal} ${scoreText(score)}`}</span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <TextForm content={content} label={label} />
    </>
  );
}

import { useCurrentOperation } from './current-operation.js';
import { v2Address } from './v2-address.js';

/** Below the answer: what v2.1 has at which address, for the stored operation that is open. */
export function WayBack() {
  const current = useCurrentOperation();
  if (!current) return null;
  const addresses = current.patterns.map((pattern) => v2Address(pattern, current.variables));
  const { method, path, isWhole } = addresses.find((address) => address.isWhole) ?? addresses[0];
  return (
    <p className="lectern-way-back">
      <span>The same in v2.1:</span> <b className="lectern-method">{method}</b>{' '}
      {method === 'GET' && isWhole ? <a href={path}>{path}</a> : <code>{path}</code>}
    </p>
  );
}

/**
 * React Aria adds a style element for touch screens unless there is one with this id. The Content-Security-Policy forbids
 * such elements; `parts.css` has the rule.
 */
if (document.getElementById('react-aria-pressable-style') === null) {
  const marker = document.createElement('meta');
  marker.id = 'react-aria-pressable-style';
  document.head.append(marker);
}

import type { Node } from 'web-tree-sitter';

/** Where a name is declared for the file itself: as a variable, a parameter, a function. */
const declarations: Readonly<Record<string, readonly string[]>> = {
  javascript: [
    'variable_declarator',
    'formal_parameters',
    'required_parameter',
    'optional_parameter',
    'arrow_function',
    'function_declaration',
    'array_pattern',
    'object_pattern',
    'pair_pattern',
    'assignment_pattern',
    'rest_pattern',
    'catch_clause',
    'for_in_statement',
  ],
  java: [
    'variable_declarator',
    'formal_parameter',
    'lambda_expression',
    'inferred_parameters',
    'catch_formal_parameter',
    'enhanced_for_statement',
    'resource',
    'method_declaration',
  ],
  python: [
    'assignment',
    'parameters',
    'default_parameter',
    'typed_parameter',
    'typed_default_parameter',
    'lambda_parameters',
    'pattern_list',
    'tuple_pattern',
    'for_statement',
    'for_in_clause',
    'as_pattern_target',
    'named_expression',
    'function_definition',
    'list_splat_pattern',
    'dictionary_splat_pattern',
  ],
};

const fieldOf = (node: Node): string => {
  const { parent } = node;
  const index = parent?.children.findIndex((child) => child?.id === node.id) ?? -1;
  return (index < 0 ? undefined : parent?.fieldNameForChild(index)) ?? '';
};

/** What stands for a property, a method, an argument's name: no variable. */
export function isMember(node: Node, family: string): boolean {
  const parent = node.parent?.type ?? '';
  const field = fieldOf(node);
  if (family === 'java')
    return (
      (parent === 'field_access' && field === 'field') ||
      (parent === 'method_invocation' && field === 'name') ||
      parent === 'method_reference' ||
      parent === 'element_value_pair' ||
      parent === 'scoped_identifier'
    );
  if (family === 'python')
    return (
      (parent === 'attribute' && field === 'attribute') || (parent === 'keyword_argument' && field === 'name')
    );
  return false;
}

export const isDeclared = (node: Node, family: string): boolean => {
  const field = fieldOf(node);
  const parent = node.parent?.type ?? '';
  if (!declarations[family]?.includes(parent)) return false;
  if (parent === 'variable_declarator' || parent.endsWith('function') || parent.endsWith('_declaration'))
    return field === 'name' || field === 'parameter';
  if (
    parent === 'for_in_statement' ||
    parent === 'assignment' ||
    parent === 'for_statement' ||
    parent === 'for_in_clause' ||
    parent === 'assignment_pattern'
  )
    return field === 'left';
  if (parent === 'pair_pattern') return field === 'value';
  if (parent === 'lambda_expression') return field === 'parameters';
  if (
    parent === 'default_parameter' ||
    parent === 'named_expression' ||
    parent === 'typed_default_parameter' ||
    parent === 'enhanced_for_statement' ||
    parent === 'resource' ||
    parent === 'function_definition'
  )
    return field === 'name';
  return field !== 'type' && field !== 'value';
};

const ancestors = function* (node: Node): Iterable<Node> {
  for (let at = node.parent; at; at = at.parent) yield at;
};

/** Whether others see what is declared here: what is exported, imported, a field, a method that is not private, a class. */
export function isPublic(node: Node, family: string): boolean {
  const parent = node.parent;
  if (!parent) return true;
  const around = [...ancestors(node)];
  if (
    around.some(
      ({ type }) => type.startsWith('import_') || type === 'export_clause' || type === 'export_specifier',
    )
  )
    return true;
  if (family === 'javascript') {
    if (parent.type === 'class_declaration' || parent.type === 'class' || parent.type.startsWith('jsx_'))
      return true;
    if (
      (parent.type === 'required_parameter' || parent.type === 'optional_parameter') &&
      parent.children.some((c) => c?.type === 'accessibility_modifier' || c?.type === 'readonly')
    )
      return true;
    if (parent.type === 'required_parameter' && parent.parent?.parent?.type.includes('signature'))
      return true;
    const declaration = parent.type === 'variable_declarator' ? parent.parent : parent;
    if (
      parent.type === 'variable_declarator' &&
      /\brequire\(|\bimport\(/.test(parent.childForFieldName('value')?.text ?? '')
    )
      return true;
    if (
      around.some(
        (at) =>
          at.type === 'variable_declarator' &&
          /^(?:await\s+)?(?:require|import)\(/.test(at.childForFieldName('value')?.text ?? ''),
      )
    )
      return true;
    return declaration?.parent?.type === 'export_statement';
  }
  if (family === 'java') {
    if (parent.type === 'method_declaration')
      return !/\bprivate\b/.test(parent.children.find((child) => child?.type === 'modifiers')?.text ?? '');
    if (parent.type === 'formal_parameter')
      return (
        parent.children.some((child) => child?.type === 'modifiers') ||
        !parent.parent?.parent?.childForFieldName('body') ||
        parent.parent.parent.type === 'record_declaration'
      );
    return (
      /^(?:class|interface|enum|record|annotation_type)_declaration$|^enum_constant$|^constructor_declaration$/.test(
        parent.type,
      ) ||
      parent.parent?.type === 'field_declaration' ||
      parent.parent?.type === 'constant_declaration'
    );
  }
  if (parent.type === 'class_definition' || parent.type === 'global_statement') return true;
  const owner = around.find(
    ({ type }) => type === 'function_definition' || type === 'class_definition' || type === 'lambda',
  );
  if (owner?.type === 'class_definition') return true;
  if (parent.type === 'function_definition')
    return (
      parent.parent?.type === 'decorated_definition' ||
      around.slice(1).find(({ type }) => type === 'function_definition' || type === 'class_definition')
        ?.type === 'class_definition'
    );
  const isParameter = around.slice(0, 3).some(({ type }) => type === 'parameters');
  // Frameworks call decorated functions and methods, and may do so by the names of their parameters.
  return (
    isParameter &&
    (owner?.parent?.type === 'decorated_definition' ||
      around.filter(({ type }) => type === 'function_definition' || type === 'class_definition')[1]?.type ===
        'class_definition')
  );
}

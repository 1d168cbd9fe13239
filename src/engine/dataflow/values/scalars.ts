/** Types whose values carry no text: numbers, dates and the like. */
export const scalarTypes = new Set([
  'int',
  'long',
  'short',
  'byte',
  'double',
  'float',
  'boolean',
  'char',
  'number',
  'bigint',
  'bool',
  'complex',
  'void',
  'java.lang.Integer',
  'java.lang.Long',
  'java.lang.Short',
  'java.lang.Byte',
  'java.lang.Double',
  'java.lang.Float',
  'java.lang.Boolean',
  'java.math.BigInteger',
  'java.math.BigDecimal',
  'java.util.UUID',
  'java.util.Date',
  'java.time.LocalDate',
  'java.time.LocalDateTime',
  'java.time.Instant',
  'uuid.UUID',
  'datetime.date',
  'datetime.datetime',
  'decimal.Decimal',
  'datetime.time',
  'datetime.timedelta',
  'typing.Literal',
  'typing_extensions.Literal',
  'ipaddress.IPv4Address',
  'ipaddress.IPv6Address',
  'java.util.concurrent.atomic.AtomicInteger',
]);

/** Those that are text where they stand in a row. */
export const textUnits = new Set(['byte', 'char', 'java.lang.Byte', 'java.lang.Character']);
/** Types that carry nothing but what they hold. */
export const holders =
  /^java\.util\.(?:\w*List|\w*Set|\w*Map|Collection|Queue|Deque|Optional)$|^java\.lang\.Iterable$|^(?:typing\.|collections\.abc\.)?(?:[Ll]ist|[Ss]et|[Ff]rozen[Ss]et|[Tt]uple|Sequence|Iterable|Collection|Deque|deque)$/;

/** Types of collections, the last argument of which is what they hold under a key or in a row. */
export const collections =
  /^java\.util\.(?:\w*List|\w*Set|\w*Map|Collection|Queue|Deque|Optional)$|^java\.lang\.Iterable$|^(?:typing\.|collections\.abc\.)?(?:[Ll]ist|[Dd]ict|[Ss]et|Sequence|Iterable|Collection|Mapping|MutableMapping|Deque)$|^(?:Readonly)?(?:Map|Set)$|^Record$/;

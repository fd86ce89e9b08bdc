// Package outlook tells a person what comes of a delete or an uninstall before it is done:
// the verdict, what is lost for good, what will hang and on whom, what stays behind, the
// traps, and the order that works. Look reads what the forecast does not hold; Tell is
// pure.
package outlook

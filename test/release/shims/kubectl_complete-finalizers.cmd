@rem kubectl asks this program what Tab should offer after "kubectl finalizers".
@rem Put it on the PATH, beside the plugin.
@kubectl-finalizers.exe __complete %*

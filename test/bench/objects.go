//go:build unix

package main

import "fmt"

// What a server is filled with. A cluster of some hundred operators has about
// as many kinds; their objects are few, and Pods and ConfigMaps are many.
const (
	namespace  = "bench"
	kinds      = 300
	apart      = 10 // kinds in one API group
	ofEach     = 10
	configMaps = 10000
	pods       = 5000
	ofAll      = kinds*ofEach + configMaps + pods
	sets       = 5 // between the root and the Pods
)

// manifest is an object in JSON and where to create it.
type manifest struct {
	path string
	body []byte
}

func group(kind int) string { return fmt.Sprintf("g%02d.bench.example.com", kind/apart) }

func definition(kind int) manifest {
	plural := fmt.Sprintf("things%03d", kind)
	return manifest{
		path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		body: fmt.Appendf(nil, `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
"metadata":{"name":"%s.%s"},
"spec":{"group":%[2]q,"scope":"Namespaced","names":{"kind":"Thing%03[3]d","plural":%[1]q,"singular":"thing%03[3]d"},
"versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},"schema":{"openAPIV3Schema":{"type":"object","properties":{
"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true},"status":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}`,
			plural, group(kind), kind),
	}
}

// owner is what an ownerReference needs to know of a custom object.
type owner struct {
	kind      int
	name, uid string
}

// metadata is what nearly every object of a real cluster has.
func metadata(name string, above *owner) []byte {
	b := fmt.Appendf(nil, `{"name":%q,"namespace":%q,"labels":{"app.kubernetes.io/name":"shop","app.kubernetes.io/instance":"shop-production","app.kubernetes.io/component":%[1]q,"app.kubernetes.io/managed-by":"operator"},"annotations":{"example.com/applied":"generation 3 of the release shop in the environment production, by the pipeline 4711"}`,
		name, namespace)
	if above != nil {
		b = fmt.Appendf(b, `,"ownerReferences":[{"apiVersion":"%s/v1","kind":"Thing%03d","name":%q,"uid":%q,"controller":true,"blockOwnerDeletion":true}]`,
			group(above.kind), above.kind, above.name, above.uid)
	}
	return append(b, '}')
}

func thing(kind int, name string, above *owner) manifest {
	return manifest{
		path: fmt.Sprintf("/apis/%s/v1/namespaces/%s/things%03d", group(kind), namespace, kind),
		body: fmt.Appendf(nil, `{"apiVersion":"%s/v1","kind":"Thing%03d","metadata":%s,"spec":{"size":3,"region":"eu-central-1","paused":false,"template":{"image":"registry.example.com/shop:1","replicas":2}}}`,
			group(kind), kind, metadata(name, above)),
	}
}

func configMap(i int) manifest {
	return manifest{
		path: "/api/v1/namespaces/" + namespace + "/configmaps",
		body: fmt.Appendf(nil, `{"apiVersion":"v1","kind":"ConfigMap","metadata":%s,"data":{"settings":"level=info\nworkers=4\n"}}`,
			metadata(fmt.Sprintf("settings-%06d", i), nil)),
	}
}

func pod(i int, above *owner) manifest {
	return manifest{
		path: "/api/v1/namespaces/" + namespace + "/pods",
		body: fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Pod","metadata":%s,"spec":{"containers":[{"name":"web","image":"registry.example.com/shop:1","ports":[{"containerPort":8080}]}]}}`,
			metadata(fmt.Sprintf("%s-%06d", above.name, i), above)),
	}
}
